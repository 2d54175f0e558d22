// verdict: VERIFIED
#include <cassert>
#include <string>
#include <variant>
struct size {
    int operator()(int n) const
    {
        return n;
    }
    int operator()(const std::string &s) const
    {
        return (int)s.size();
    }
};
int main()
{
    std::variant<int, std::string> v = 3;
    assert(std::visit(size(), v) == 3);
    v = std::string("four");
    assert(std::visit(size(), v) == 4 && !std::get_if<int>(&v));
}
