// verdict: VERIFIED
#include <cassert>
#include <random>
int main()
{
    std::mt19937 r(5489u);
    r.discard(99);
    std::minstd_rand s(1);
    s.discard(9999);
    std::uniform_int_distribution<int> die(1, 6);
    int n = die(r);
    assert(s() == 399268537u && n >= 1 && n <= 6);
}
