// verdict: FAILED assertion :9
// flags: --nondet-range 0..3
// Any number of the range may come.
#include <cassert>
#include <random>
int main()
{
    std::random_device d;
    assert(d() != 2);
}
