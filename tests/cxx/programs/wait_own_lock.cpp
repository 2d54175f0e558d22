// verdict: VERIFIED
// also: -DGIVES_UP FAILED assertion
// A condition variable with a lock of the program's own, by a clock of <chrono>.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

struct own_lock {
    std::mutex m;

    void lock() { m.lock(); }
    void unlock() { m.unlock(); }
};

static own_lock guard;
static std::condition_variable_any changed;
static bool ready;

int main()
{
    std::thread sets([] {
        guard.lock();
        ready = true;
        guard.unlock();
        changed.notify_one();
    });

    guard.lock();
    bool came = changed.wait_until(guard, std::chrono::steady_clock::now() + std::chrono::seconds(1), [] { return ready; });
#ifdef GIVES_UP
    assert(came);
#else
    assert(came == ready);
#endif
    guard.unlock();
    sets.join();
}
