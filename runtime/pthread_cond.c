/* Condition variables.  Waiters live in the threads (who waits, and at which address), never in the
 * user's bytes: those are all zero, or MARK_DESTROYED in the first word.  A wait is two operations and
 * the sleep between them: release the mutex and fall asleep in one step; take the mutex back in another.
 * The sleep ends by a signal, a broadcast, spuriously, by a time-out or a cancellation, each a move of
 * its own. */
#include "heddle_runtime.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>

#define MARK(c) (*(int *)(void *)(c))

int __heddle_cond_wait(pthread_cond_t *c, pthread_mutex_t *m, int flags)
{
    unsigned count;
    __heddle_visible(EV_WAIT, c, sizeof *c);
    if (MARK(c) == MARK_DESTROYED)
        __heddle_fail(ERR_DESTROYED, "the condition variable was destroyed");
    __heddle_mutex_release(m, &count);
    int why = __heddle_wait(c, flags);
    int result = __heddle_mutex_regain(m, count);
    if (why == WAIT_CANCELED)
        __heddle_cancel_self();
    return result ? result : why == WAIT_TIMEOUT ? ETIMEDOUT : 0;
}

int __heddle_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until)
{
    return __heddle_bad_time(until) ? EINVAL : __heddle_cond_wait(c, m, WAIT_TIMED);
}

int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    return __heddle_cond_wait(c, m, 0);
}

int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until)
{
    return __heddle_cond_timedwait(c, m, until);
}

int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock,
                           const struct timespec *until)
{
    (void)clock;
    return __heddle_cond_timedwait(c, m, until);
}

int pthread_cond_signal(pthread_cond_t *c)
{
    __heddle_wake_one(c);
    return 0;
}

int pthread_cond_broadcast(pthread_cond_t *c)
{
    __heddle_wake_all(c);
    return 0;
}

void __heddle_cond_init(pthread_cond_t *c)
{
    __heddle_visible(EV_SYNC, c, sizeof *c);
    if (__heddle_waiters(c))
        __heddle_fail(ERR_IN_USE, "a condition variable was initialised while threads wait at it");
    __builtin_memset(c, 0, sizeof *c);
    __heddle_op_end();
}

int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attr)
{
    (void)attr;
    __heddle_cond_init(c);
    return 0;
}

int pthread_cond_destroy(pthread_cond_t *c)
{
    __heddle_visible(EV_SYNC, c, sizeof *c);
    if (__heddle_waiters(c))
        __heddle_fail(ERR_IN_USE, "a condition variable was destroyed while threads wait at it");
    if (MARK(c) == MARK_DESTROYED)
        __heddle_fail(ERR_DESTROYED, "the condition variable was destroyed before");
    MARK(c) = MARK_DESTROYED;
    return op(0);
}

/* Attributes: an int, clock in the low byte, process-shared above it. */
#define FLAGS(attr) (*(int *)(void *)(attr))
#define FLAGS_OF(attr) (*(const int *)(const void *)(attr))

int pthread_condattr_init(pthread_condattr_t *attr)
{
    FLAGS(attr) = 0;
    return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *attr)
{
    (void)attr;
    return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *attr, clockid_t clock)
{
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
        return EINVAL;
    FLAGS(attr) = (FLAGS(attr) & ~0xff) | clock;
    return 0;
}

int pthread_condattr_getclock(const pthread_condattr_t *attr, clockid_t *clock)
{
    *clock = FLAGS_OF(attr) & 0xff;
    return 0;
}

int pthread_condattr_setpshared(pthread_condattr_t *attr, int shared)
{
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    FLAGS(attr) = (FLAGS(attr) & 0xff) | shared << 8;
    return 0;
}

int pthread_condattr_getpshared(const pthread_condattr_t *attr, int *shared)
{
    *shared = FLAGS_OF(attr) >> 8 & 1;
    return 0;
}
