// verdict: UNKNOWN std::wcout
#include <iostream>
int main()
{
    std::wcout << L"wide" << std::endl;
}
