/* Clocks, which stand still (runtime/time.c), and waits that end by time.
 *
 * The headers of condition variables and semaphores do not look at how a wait ended but at the
 * clock: its time is up if that is not before the deadline.  So the clock that a thread reads after
 * a wait that timed out is at the deadline, once for each time that the header reads it, and then
 * where it stood.  It cannot stay there: the deadlines of a loop that waits again and again would
 * grow for ever, and with them the states. */
#include "cxx_runtime.h"

#include <cerrno>
#include <chrono>
#include <pthread.h>

extern "C" int __heddle_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m,
                                       const timespec *until);

static thread_local struct {
    timespec until;
    int reads; /* that are still to find the deadline */
} passed;

void heddle_time_passes(const timespec *until, int reads)
{
    passed = {};
    if (until && reads)
        passed = {*until, reads};
}

static bool before(const timespec *a, const timespec *b)
{
    return a->tv_sec != b->tv_sec ? a->tv_sec < b->tv_sec : a->tv_nsec < b->tv_nsec;
}

static std::chrono::nanoseconds read(clockid_t clock)
{
    timespec t;

    clock_gettime(clock, &t);
    if (passed.reads) {
        timespec until = passed.until;

        heddle_time_passes(&until, passed.reads - 1);
        if (before(&t, &until))
            t = until;
    }
    return std::chrono::seconds(t.tv_sec) + std::chrono::nanoseconds(t.tv_nsec);
}

namespace std
{
namespace chrono
{
inline namespace _V2
{

system_clock::time_point system_clock::now() noexcept
{
    return time_point(duration(read(CLOCK_REALTIME)));
}

steady_clock::time_point steady_clock::now() noexcept
{
    return time_point(duration(read(CLOCK_MONOTONIC)));
}

} // namespace _V2
} // namespace chrono
} // namespace std

/* ---- waits of condition variables: the header reads the clock once behind them ---- */

extern "C" int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const timespec *until)
{
    int result;

    heddle_time_passes(nullptr, 0);
    result = __heddle_cond_timedwait(c, m, until);
    if (result == ETIMEDOUT)
        heddle_time_passes(until, 1);
    return result;
}

extern "C" int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t,
                                      const timespec *until)
{
    return pthread_cond_timedwait(c, m, until);
}
