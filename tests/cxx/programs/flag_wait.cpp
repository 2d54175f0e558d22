// verdict: VERIFIED
// flags: -std=c++20
#include <atomic>
#include <cassert>
#include <thread>
static std::atomic_flag ready;
static int value;
int main()
{
    std::thread t([] {
        ready.wait(false);
        assert(value == 3);
    });
    value = 3;
    ready.test_and_set();
    ready.notify_one();
    t.join();
}
