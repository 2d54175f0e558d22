// verdict: FAILED assertion :16
// Nothing says that the lock is had in time.
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>
static std::timed_mutex m;
int main()
{
    std::thread t([] {
        std::lock_guard<std::timed_mutex> g(m);
        std::this_thread::sleep_for(std::chrono::seconds(1));
    });
    {
        std::unique_lock<std::timed_mutex> g(m, std::chrono::seconds(2));
        assert(g.owns_lock());
    }
    t.join();
}
