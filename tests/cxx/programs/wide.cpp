// verdict: VERIFIED
#include <cassert>
#include <string>
int main()
{
    std::wstring s = L"wide";
    s += L" text that is too long for the object itself";
    assert(s.size() == 48 && s.find(L"text") == 5 && s.substr(0, 4) == L"wide");
}
