/* Time, of which none passes: each thread has a clock of its own that goes on when it is looked at
 * and when the thread sleeps, so that what it shows follows from what the thread did.  It begins
 * with that of who made the thread, and who waited for its end is not behind it. */
#define _GNU_SOURCE
#include "native/preload/control.h"
#include "native/preload/foreign.h"
#include "native/preload/handover.h"
#include "native/preload/time.h"
#include "native/preload/times.h"

#include <errno.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define BEGIN  1000000000ull /* 2001-09-09 */
#define LOOK   1000000ull    /* ns, between two looks */
#define SECOND 1000000000ull

static __thread uint64_t passed; /* ns */

static void go_on(uint64_t ns)
{
    passed += ns;
    if (control)
        control->passed[control_self] = passed;
}

void time_start(uint32_t slot)
{
    control->passed[slot] = passed;
}

void time_begin(void)
{
    passed = control->passed[control_self];
}

void time_join(uint32_t slot)
{
    if (control->passed[slot] > passed)
        go_on(control->passed[slot] - passed);
}

static uint64_t look(void)
{
    go_on(LOOK);
    foreign_calls++; /* what it sees is another time */
    return BEGIN * SECOND + passed;
}

static int rest(uint64_t ns, uint64_t caller)
{
    go_on(ns);
    return control ? control_ask(&(ask){.operation = NATIVE_SLEEP, .caller = caller}) : 0;
}

static int speak(int error)
{
    if (!error)
        return 0;
    errno = error;
    return -1;
}

static uint64_t ns_of(const struct timespec *t)
{
    return (uint64_t)t->tv_sec * SECOND + (uint64_t)t->tv_nsec;
}

EXPORT unsigned sleep(unsigned seconds)
{
    return rest(seconds * SECOND, CALLER) ? seconds : 0;
}

EXPORT int usleep(useconds_t us)
{
    return speak(rest(us * 1000ull, CALLER));
}

static int nap(const struct timespec *t, struct timespec *left, uint64_t caller)
{
    int error;

    if (times_refused(t))
        return EINVAL;
    error = rest(ns_of(t), caller);
    if (left)
        *left = error ? *t : (struct timespec){0};
    return error;
}

EXPORT int nanosleep(const struct timespec *t, struct timespec *left)
{
    return speak(nap(t, left, CALLER));
}

EXPORT int clock_nanosleep(clockid_t clock, int flags, const struct timespec *t,
                           struct timespec *left)
{
    uint64_t until = ns_of(t), now = BEGIN * SECOND + passed;

    if (times_no_clock(clock) || clock == CLOCK_THREAD_CPUTIME_ID || times_refused(t))
        return EINVAL;
    if (flags & TIMER_ABSTIME)
        return rest(until > now ? until - now : 0, CALLER);
    return nap(t, left, CALLER);
}

EXPORT int clock_gettime(clockid_t clock, struct timespec *out)
{
    uint64_t now;

    if (times_no_clock(clock))
        return speak(EINVAL);
    now = look();
    *out = (struct timespec){.tv_sec = (time_t)(now / SECOND), .tv_nsec = (long)(now % SECOND)};
    return 0;
}

EXPORT int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    uint64_t now = look();

    (void)zone;
    *out = (struct timeval){.tv_sec = (time_t)(now / SECOND),
                            .tv_usec = (suseconds_t)(now % SECOND / 1000)};
    return 0;
}

EXPORT time_t time(time_t *out)
{
    time_t now = (time_t)(look() / SECOND);

    if (out)
        *out = now;
    return now;
}

EXPORT clock_t clock(void)
{
    return (clock_t)(look() % (1000 * SECOND) / 1000);
}

void time_put(native_handover *h)
{
    h->passed = passed;
}

void time_take(const native_handover *h)
{
    passed = h->passed;
}
