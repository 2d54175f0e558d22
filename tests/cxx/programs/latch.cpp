// verdict: VERIFIED
// flags: -std=c++20
#include <cassert>
#include <latch>
#include <thread>
static int n;
int main()
{
    std::latch l(2);
    std::jthread a([&] {
        n = 1;
        l.count_down();
    });
    l.arrive_and_wait();
    assert(n == 1);
}
