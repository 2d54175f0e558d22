/* Condition variables.  Waiters live in the threads (who waits, and at which address), never in the
 * user's bytes.  Those only tell whether the variable is there: the first word of one that was
 * destroyed, or never initialised, is undefined.  A wait is two operations and the sleep between
 * them: release the mutex and fall asleep in one step; take the mutex back in another. The sleep
 * ends by a signal, a broadcast, spuriously, by a time-out or a cancellation, each a move of its
 * own. */
#include "heddle_runtime.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>

#define GONE "the condition variable was destroyed or never initialised"

/* Where threads run alone each operation has one object.  Who takes the mutex next finds the thread
 * asleep: it falls asleep first. */
static __attribute__((noinline)) unsigned sleep_alone(pthread_cond_t *c, pthread_mutex_t *m)
{
    __heddle_visible(EV_WAIT, c, sizeof *c);
    made(c, GONE);
    __heddle_op_end();
    __heddle_visible(EV_UNLOCK, m, sizeof *m);
    unsigned count = __heddle_mutex_release(m);
    __heddle_op_end();
    return count;
}

INLINE unsigned fall_asleep(pthread_cond_t *c, pthread_mutex_t *m)
{
    if (__heddle_option(OPTION_ALONE))
        return sleep_alone(c, m);
    __heddle_visible(EV_WAIT, c, sizeof *c);
    made(c, GONE);
    return __heddle_mutex_release(m);
}

INLINE int sleep_at(pthread_cond_t *c, pthread_mutex_t *m, int flags)
{
    unsigned count = fall_asleep(c, m);
    int why = __heddle_wait(c, flags);
    int result = __heddle_mutex_regain(m, count);
    if (why == WAIT_CANCELED)
        __heddle_cancel_self();
    return result ? result : why == WAIT_TIMEOUT ? ETIMEDOUT : 0;
}

int __heddle_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    return sleep_at(c, m, 0);
}

int __heddle_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until)
{
    return __heddle_bad_time(until) ? EINVAL : sleep_at(c, m, WAIT_TIMED);
}

int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    return sleep_at(c, m, 0);
}

int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until)
{
    return __heddle_bad_time(until) ? EINVAL : sleep_at(c, m, WAIT_TIMED);
}

int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock,
                           const struct timespec *until)
{
    (void)clock;
    return __heddle_cond_timedwait(c, m, until);
}

/* The look at the first word is no access: it belongs to the step of the wake-up. */
INLINE void wake(pthread_cond_t *c, int all)
{
    if (all)
        __heddle_wake_all(c, 0);
    else
        __heddle_wake_one(c, 0);
    made(c, GONE);
}

void __heddle_cond_wake(pthread_cond_t *c, int all)
{
    wake(c, all);
}

int pthread_cond_signal(pthread_cond_t *c)
{
    wake(c, 0);
    return 0;
}

int pthread_cond_broadcast(pthread_cond_t *c)
{
    wake(c, 1);
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
    made(c, GONE);
    void *undefined = __heddle_alloc(sizeof(int), sizeof(int), 0);
    __builtin_memcpy(c, undefined, sizeof(int));
    __heddle_free(undefined, HEAP_MALLOC);
    return op(0);
}

/* Attributes: an int, clock in the low byte, process-shared above it. */
#define FLAGS(attr)    (*(int *)(void *)(attr))
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
