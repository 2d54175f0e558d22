// verdict: VERIFIED
// flags: --nondet-range 0..3
#include <cassert>
#include <random>
int main()
{
    std::random_device d;
    unsigned n = d();
    assert(n % 4 == n);
}
