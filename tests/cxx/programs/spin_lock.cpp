// verdict: VERIFIED
#include <atomic>
#include <cassert>
#include <thread>
static std::atomic_flag lock = ATOMIC_FLAG_INIT;
static int n;
static void add()
{
    while (lock.test_and_set(std::memory_order_acquire))
        std::this_thread::yield();
    n++;
    lock.clear(std::memory_order_release);
}
int main()
{
    std::thread t(add);
    add();
    t.join();
    assert(n == 2);
}
