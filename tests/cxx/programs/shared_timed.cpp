// verdict: VERIFIED
// Time may be over, or not.
#include <cassert>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>
static std::shared_timed_mutex m;
static int n;
int main()
{
    std::thread t([] {
        std::unique_lock<std::shared_timed_mutex> g(m, std::chrono::milliseconds(1));
        if (g)
            n++;
    });
    {
        std::shared_lock<std::shared_timed_mutex> g(m, std::defer_lock);
        if (g.try_lock_for(std::chrono::milliseconds(1)))
            assert(n == 0 || n == 1);
    }
    t.join();
}
