// verdict: FAILED use-after-scope
// A lambda keeps a reference to a local variable.
#include <functional>
static std::function<int()> make()
{
    int n = 3;
    return [&] { return n; };
}
int main()
{
    auto f = make();
    return f() == 3;
}
