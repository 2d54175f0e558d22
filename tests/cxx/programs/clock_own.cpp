// verdict: UNKNOWN waits until a point of a clock of the program's own
// also: -DLOCK UNKNOWN waits until a point of a clock of the program's own
// also: -O1 UNKNOWN waits until a point of a clock of the program's own
// also: -O2 -DLOCK UNKNOWN waits until a point of a clock of the program's own
// also: -DCHRONO FAILED assertion
// also: -O2 -DCHRONO FAILED assertion
// A clock that is none of <chrono>: how often the library asks it is not known.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>

struct own {
    typedef std::chrono::nanoseconds duration;
    typedef duration::rep rep;
    typedef duration::period period;
    typedef std::chrono::time_point<own> time_point;
    static const bool is_steady = true;

    static time_point now() { return time_point(std::chrono::steady_clock::now().time_since_epoch()); }
};

#ifdef CHRONO
typedef std::chrono::steady_clock clock_used;
#else
typedef own clock_used;
#endif

int main()
{
    auto until = clock_used::now() + std::chrono::milliseconds(10);
#ifdef LOCK
    std::timed_mutex m;

    m.lock();
    assert(m.try_lock_until(until));
#else
    std::mutex m;
    std::condition_variable changed;
    std::unique_lock<std::mutex> lock(m);

    assert(changed.wait_until(lock, until) == std::cv_status::no_timeout);
#endif
}
