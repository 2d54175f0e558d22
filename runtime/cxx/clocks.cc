/* Clocks, which stand still (runtime/time.c), and waits that end by time.
 *
 * The headers of condition variables and semaphores do not look at how a wait ended but at the
 * clock: its time is up if that is not before the deadline.  So the clocks that a thread reads
 * after a wait that timed out are at the deadline, once for each time that the header reads them,
 * and then where they stood.  They cannot stay there: the deadlines of a loop that waits again and
 * again would grow for ever, and with them the states.  How often the header reads them is known
 * for the clocks of <chrono>; a wait by another clock is refused (src/front/clocks.c). */
#include "cxx_runtime.h"

#include <cerrno>
#include <chrono>
#include <pthread.h>

extern "C" int __heddle_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m,
                                       const timespec *until);

static thread_local struct {
    timespec until;
    heddle_readings left; /* that are still to find the deadline */
} passed;

void heddle_time_passes(const timespec *until, heddle_readings readings)
{
    passed = {};
    if (until)
        passed = {*until, readings};
}

/* Is this reading of the system's clock, or of the steady one, one of those? */
static bool expected(bool system)
{
    heddle_readings *left = &passed.left;
    unsigned char *its = system ? &left->system : &left->steady;

    if (left->converted) { /* the one that is read first is the clock that was waited by */
        *left = system ? heddle_readings{left->system, left->converted, 0}
                       : heddle_readings{0, left->steady, 0};
    }
    if (!*its)
        return false;
    --*its;
    return true;
}

static bool before(const timespec *a, const timespec *b)
{
    return a->tv_sec != b->tv_sec ? a->tv_sec < b->tv_sec : a->tv_nsec < b->tv_nsec;
}

static std::chrono::nanoseconds read(bool system)
{
    timespec t;

    clock_gettime(system ? CLOCK_REALTIME : CLOCK_MONOTONIC, &t);
    if (expected(system)) {
        if (before(&t, &passed.until))
            t = passed.until;
        if (!passed.left.system && !passed.left.steady)
            passed = {};
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
    return time_point(duration(read(true)));
}

steady_clock::time_point steady_clock::now() noexcept
{
    return time_point(duration(read(false)));
}

} // namespace _V2
} // namespace chrono
} // namespace std

/* ---- waits of condition variables: the header reads the clock that it waited by once ---- */

static int wait_until(pthread_cond_t *c, pthread_mutex_t *m, bool system, const timespec *until)
{
    int result;

    heddle_time_passes(nullptr, {});
    result = __heddle_cond_timedwait(c, m, until);
    if (result == ETIMEDOUT)
        heddle_time_passes(until, system ? heddle_readings{1, 0, 0} : heddle_readings{0, 1, 0});
    return result;
}

extern "C" int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const timespec *until)
{
    return wait_until(c, m, true, until);
}

extern "C" int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock,
                                      const timespec *until)
{
    return wait_until(c, m, clock == CLOCK_REALTIME, until);
}

/* ---- sleeping until a point of the system's clock: the header sleeps until that is there ---- */

extern "C" int nanosleep(const timespec *wanted, timespec *)
{
    int result = clock_nanosleep(CLOCK_MONOTONIC, 0, wanted, nullptr);
    timespec until;

    if (result || wanted->tv_sec < 0) {
        errno = EINVAL;
        return -1;
    }
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += wanted->tv_sec + (until.tv_nsec + wanted->tv_nsec) / 1000000000;
    until.tv_nsec = (until.tv_nsec + wanted->tv_nsec) % 1000000000;
    heddle_time_passes(&until, {1, 0, 0});
    return 0;
}
