// verdict: VERIFIED
// flags: -std=c++20
#include <barrier>
#include <cassert>
#include <thread>
static int x, y;
int main()
{
    std::barrier b(2);
    std::thread t([&] {
        x = 1;
        b.arrive_and_wait();
        assert(y == 1);
    });
    y = 1;
    b.arrive_and_wait();
    assert(x == 1);
    t.join();
}
