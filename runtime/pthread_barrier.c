/* Barriers and once.  A barrier holds how many must come and how many did; those who came wait at
 * its address, without spurious wake-ups, and the last one wakes them all, so there is no
 * generation count that would tell rounds apart.  The last to arrive is the serial thread.  A once
 * word is 0, 1 while the routine runs, then MARK_DONE. */
#include "heddle_runtime.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>

typedef struct barrier {
    unsigned needed, arrived;
} barrier;

static barrier *of(pthread_barrier_t *b)
{
    return (barrier *)(void *)b;
}

#define GONE "the barrier was destroyed or never initialised"

static void check(const barrier *b)
{
    made(b, GONE);
    if (b->needed == 0)
        __heddle_fail(ERR_DESTROYED, GONE);
}

int pthread_barrier_init(pthread_barrier_t *user, const pthread_barrierattr_t *attr, unsigned count)
{
    (void)attr;
    if (count == 0 || count > INT_MAX)
        return EINVAL;
    __heddle_visible(EV_SYNC, user, sizeof *user);
    if (__heddle_waiters(user))
        __heddle_fail(ERR_IN_USE, "a barrier was initialised while threads wait at it");
    __builtin_memset(user, 0, sizeof *user);
    of(user)->needed = count;
    return op(0);
}

int pthread_barrier_wait(pthread_barrier_t *user)
{
    barrier *b = of(user);
    __heddle_visible(EV_BARRIER, b, sizeof *b);
    check(b);
    if (__heddle_option(OPTION_ALONE)) { /* the order in which they come decides nothing */
        int why = __heddle_wait(b, WAIT_NO_CANCEL | WAIT_STRONG);
        return why == WAIT_SERIAL ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
    }
    if (++b->arrived < b->needed) {
        releases(b);
        __heddle_wait(b, WAIT_NO_CANCEL | WAIT_STRONG);
        return 0;
    }
    __heddle_orders(b, 1, ORDERS_ACQUIRE | ORDERS_HANDS);
    b->arrived = 0;
    __heddle_wake_all(b, 0);
    return op(PTHREAD_BARRIER_SERIAL_THREAD);
}

int pthread_barrier_destroy(pthread_barrier_t *user)
{
    barrier *b = of(user);
    __heddle_visible(EV_SYNC, b, sizeof *b);
    check(b);
    if (b->arrived)
        __heddle_fail(ERR_IN_USE, "a barrier was destroyed while threads wait at it");
    b->needed = 0;
    return op(0);
}

int pthread_barrierattr_init(pthread_barrierattr_t *attr)
{
    *(int *)(void *)attr = 0;
    return 0;
}

int pthread_barrierattr_destroy(pthread_barrierattr_t *attr)
{
    (void)attr;
    return 0;
}

int pthread_barrierattr_setpshared(pthread_barrierattr_t *attr, int shared)
{
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    *(int *)(void *)attr = shared;
    return 0;
}

int pthread_barrierattr_getpshared(const pthread_barrierattr_t *attr, int *shared)
{
    *shared = *(const int *)(const void *)attr;
    return 0;
}

/* A routine that is cancelled, or ends its thread, was never called. */
static void not_called(void *once)
{
    __heddle_visible(EV_ONCE, once, sizeof(int));
    releases(once);
    *(int *)once = 0;
    __heddle_op_end();
}

/* While the routine runs others are blocked, the caller too if it comes back here. */
void __heddle_once(int *once, void (*routine)(void))
{
    __heddle_await(EV_ONCE, once, sizeof *once, GUARD_LOCK, 0);
    made(once, "the once flag was never initialised");
    int first = *once == 0;
    acquires(once);
    if (first)
        *once = 1;
    __heddle_op_end();
    if (!first)
        return;
    pthread_cleanup_push(not_called, once);
    routine();
    pthread_cleanup_pop(0);
    __heddle_visible(EV_ONCE, once, sizeof *once);
    releases(once);
    *once = MARK_DONE;
    __heddle_op_end();
}

int pthread_once(pthread_once_t *once, void (*routine)(void))
{
    __heddle_once(once, routine);
    return 0;
}
