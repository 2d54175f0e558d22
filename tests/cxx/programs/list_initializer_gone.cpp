// verdict: FAILED use-after-scope
#include <initializer_list>
static std::initializer_list<int> three(int n)
{
    std::initializer_list<int> l{n, n + 1, n + 2};
    return l;
}
int main()
{
    int sum = 0;
    for (int n : three(1))
        sum += n;
    return sum == 0;
}
