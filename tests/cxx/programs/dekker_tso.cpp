// verdict: FAILED assertion :13
// flags: --memory tso
// Release and acquire do not keep a load behind a store.
#include <atomic>
#include <cassert>
#include <thread>
static std::atomic<bool> wants[2];
static std::atomic<int> inside;
static void enter(int me)
{
    wants[me].store(true, std::memory_order_release);
    if (!wants[1 - me].load(std::memory_order_acquire)) {
        assert(inside.fetch_add(1) == 0);
        inside.fetch_sub(1);
    }
}
int main()
{
    std::thread t(enter, 1);
    enter(0);
    t.join();
}
