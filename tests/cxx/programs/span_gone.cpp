// verdict: FAILED use-after-free
// flags: -std=c++20
#include <span>
#include <vector>
static std::span<int> part()
{
    std::vector<int> v{1, 2, 3};
    return {v.data(), 2};
}
int main()
{
    int sum = 0;
    for (int n : part())
        sum += n;
    return sum == 0;
}
