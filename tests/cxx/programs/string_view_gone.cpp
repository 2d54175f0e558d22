// verdict: FAILED use-after-free or use-after-scope
#include <string>
#include <string_view>
static std::string_view look()
{
    std::string s(40, 'x');
    return s;
}
int main()
{
    return look()[0] == 'x';
}
