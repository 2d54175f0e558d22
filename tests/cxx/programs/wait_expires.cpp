// verdict: FAILED assertion
// also: -DAGAIN VERIFIED
// also: -DANY FAILED assertion
// also: -DANY -DAGAIN VERIFIED
// also: -DUNTIL FAILED assertion
// also: -DUNTIL -DAGAIN VERIFIED
// A wait that gives up when its second is over, which may be before the notification; or begins again, as often as that happens.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#ifdef ANY
static std::condition_variable_any changed;
#else
static std::condition_variable changed;
#endif
static std::mutex m;
static bool ready;

static bool wait(std::unique_lock<std::mutex> &lock)
{
#ifdef UNTIL
    return changed.wait_until(lock, std::chrono::system_clock::now() + std::chrono::seconds(1)) == std::cv_status::no_timeout;
#else
    return changed.wait_for(lock, std::chrono::seconds(1), [] { return ready; });
#endif
}

static void wait_once()
{
    std::unique_lock<std::mutex> lock(m);
    bool came = ready || wait(lock) || ready;

#ifdef AGAIN
    while (!ready)
        came = wait(lock);
    assert(came || ready);
#else
    assert(came);
#endif
}

int main()
{
    std::thread waits(wait_once);

    {
        std::lock_guard<std::mutex> lock(m);
        ready = true;
    }
    changed.notify_one();
    waits.join();
}
