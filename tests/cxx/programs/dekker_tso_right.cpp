// verdict: VERIFIED
// flags: --memory tso
#include <atomic>
#include <cassert>
#include <thread>
static std::atomic<bool> wants[2];
static std::atomic<int> inside;
static void enter(int me)
{
    wants[me].store(true);
    if (!wants[1 - me].load()) {
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
