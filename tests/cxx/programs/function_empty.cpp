// verdict: FAILED uncaught-exception :7
#include <functional>
int main()
{
    std::function<int(int)> f = [](int n) { return n + 1; }, g;
    int n = f(1);
    return g(n);
}
