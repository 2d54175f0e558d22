// verdict: VERIFIED
// condition_variable_any waits with any lock.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>
static std::shared_mutex m;
static std::condition_variable_any changed;
static int value;
int main()
{
    std::thread t([] {
        std::shared_lock<std::shared_mutex> g(m);
        changed.wait(g, [] { return value != 0; });
        assert(value == 7);
    });
    {
        std::lock_guard<std::shared_mutex> g(m);
        value = 7;
    }
    changed.notify_all();
    t.join();
}
