// verdict: FAILED assertion
// also: -DSTEADY FAILED assertion
// also: -DAWAKE VERIFIED
// Sleeping until a point of a clock ends, and so does doing so again and again.
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

#ifdef STEADY
typedef std::chrono::steady_clock clock_used;
#else
typedef std::chrono::system_clock clock_used;
#endif
static std::atomic<bool> awake;

static void sleep()
{
    std::this_thread::sleep_until(clock_used::now() + std::chrono::milliseconds(20));
}

int main()
{
    std::thread sets([] {
        sleep();
        awake = true;
    });

    sleep();
#ifdef AWAKE
    while (!awake)
        sleep();
#endif
    assert(awake);
    sets.join();
}
