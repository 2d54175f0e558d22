// verdict: FAILED deadlock
// also: -DANY FAILED deadlock
// also: -DPASSES_ON VERIFIED
// A wait that was notified reports a time-out all the same when its time is up before it has the
// lock back.  The only notification is lost with it.
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
#ifdef ANY
static std::condition_variable_any changed;
#else
static std::condition_variable changed;
#endif
static bool ready;

static void impatient()
{
    std::unique_lock<std::mutex> held(lock);

    if (ready)
        return;
    auto status = changed.wait_for(held, std::chrono::milliseconds(300));
#ifndef PASSES_ON
    if (status == std::cv_status::timeout)
        return;
#endif
    (void)status;
    changed.notify_one();
}

int main()
{
    std::thread a(impatient), b([] {
        std::unique_lock<std::mutex> held(lock);

        changed.wait(held, [] { return ready; });
    });

    {
        std::lock_guard<std::mutex> held(lock);
        ready = true;
    }
    changed.notify_one();
    a.join();
    b.join();
}
