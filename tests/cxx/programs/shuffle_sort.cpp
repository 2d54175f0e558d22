// verdict: VERIFIED
#include <algorithm>
#include <cassert>
#include <numeric>
#include <random>
#include <vector>
int main()
{
    std::vector<int> v(6);
    std::iota(v.begin(), v.end(), 0);
    std::minstd_rand r(3);
    std::shuffle(v.begin(), v.end(), r);
    std::sort(v.begin(), v.end(), [](int a, int b) { return a > b; });
    assert(std::is_sorted(v.rbegin(), v.rend()) && v.front() == 5);
}
