/* C11's threads, mutexes and conditions, which have the same shapes as POSIX's. */
#define _GNU_SOURCE
#include "native/preload/access.h"
#include "native/preload/sync.h"
#include "native/preload/threads.h"
#include "native/preload/times.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <threads.h>
#include <time.h>

static int as_thrd(int error)
{
    switch (error) {
    case 0:
        return thrd_success;
    case EBUSY:
        return thrd_busy;
    case ETIMEDOUT:
        return thrd_timedout;
    case ENOMEM:
        return thrd_nomem;
    default:
        return thrd_error;
    }
}

/* The routine returns its int where the other returns a pointer: in the same register. */
EXPORT int thrd_create(thrd_t *id, thrd_start_t routine, void *data)
{
    return as_thrd(threads_create(id, NULL, (void *(*)(void *))(void *)routine, data, CALLER));
}

EXPORT int thrd_join(thrd_t id, int *value)
{
    void *result = NULL;
    int error = threads_join(id, &result, CALLER);

    if (value) {
        access_touch(value, sizeof *value, true, CALLER);
        *value = (int)(intptr_t)result;
    }
    return as_thrd(error);
}

EXPORT int thrd_detach(thrd_t id)
{
    return as_thrd(pthread_detach(id));
}

EXPORT _Noreturn void thrd_exit(int value)
{
    pthread_exit((void *)(intptr_t)value);
}

EXPORT void thrd_yield(void)
{
    sched_yield();
}

EXPORT int thrd_sleep(const struct timespec *t, struct timespec *left)
{
    return nanosleep(t, left) == 0 ? 0 : errno == EINTR ? -1 : -2;
}

EXPORT int mtx_init(mtx_t *m, int kind)
{
    pthread_mutex_t *p = (void *)m;

    sync_make(NATIVE_MUTEX_INIT, m, sizeof *m, 0, CALLER);
    p->__data.__kind = kind & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL;
    return thrd_success;
}

static int on_mutex(uint32_t operation, mtx_t *m, uint64_t caller)
{
    pthread_mutex_t *p = (void *)m;

    return as_thrd(sync_operate(operation, m, (uint64_t)p->__data.__kind & 3, caller));
}

EXPORT int mtx_lock(mtx_t *m)
{
    return on_mutex(NATIVE_MUTEX_LOCK, m, CALLER);
}

EXPORT int mtx_trylock(mtx_t *m)
{
    return on_mutex(NATIVE_MUTEX_TRYLOCK, m, CALLER);
}

EXPORT int mtx_timedlock(mtx_t *restrict m, const struct timespec *restrict t)
{
    pthread_mutex_t *p = (void *)m;

    return as_thrd(
        sync_timed(NATIVE_MUTEX_TIMEDLOCK, m, (uint64_t)p->__data.__kind & 3, t, CALLER));
}

EXPORT int mtx_unlock(mtx_t *m)
{
    return on_mutex(NATIVE_MUTEX_UNLOCK, m, CALLER);
}

EXPORT void mtx_destroy(mtx_t *m)
{
    sync_forget(NATIVE_MUTEX_DESTROY, m, CALLER);
}

EXPORT int cnd_init(cnd_t *c)
{
    return as_thrd(sync_make(NATIVE_COND_INIT, c, sizeof *c, 0, CALLER));
}

EXPORT int cnd_wait(cnd_t *c, mtx_t *m)
{
    return as_thrd(sync_wait((void *)c, (void *)m, NATIVE_COND_WOKEN, CALLER));
}

EXPORT int cnd_timedwait(cnd_t *restrict c, mtx_t *restrict m, const struct timespec *restrict t)
{
    if (times_wrong(t))
        return thrd_error;
    return as_thrd(sync_wait((void *)c, (void *)m, NATIVE_COND_TIMED, CALLER));
}

EXPORT int cnd_signal(cnd_t *c)
{
    return as_thrd(sync_operate(NATIVE_COND_SIGNAL, c, 0, CALLER));
}

EXPORT int cnd_broadcast(cnd_t *c)
{
    return as_thrd(sync_operate(NATIVE_COND_BROADCAST, c, 0, CALLER));
}

EXPORT void cnd_destroy(cnd_t *c)
{
    sync_forget(NATIVE_COND_DESTROY, c, CALLER);
}

EXPORT void call_once(once_flag *flag, void (*routine)(void))
{
    pthread_once((pthread_once_t *)flag, routine);
}
