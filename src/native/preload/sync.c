/* Mutexes, condition variables, read-write locks, spin locks, barriers, once, semaphores: announced
 * and then taken as done.  What they hold is known to heddle, which gives no turn to a thread that
 * would block; of the object's own bytes only the first word is used, which tells one that heddle
 * has seen from one that the program has just made. */
#define _GNU_SOURCE
#include "native/preload/access.h"
#include "native/preload/sharing.h"
#include "native/preload/sync.h"
#include "native/preload/times.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <sched.h>
#include <string.h>
#include <time.h>

#define HELD_BEFORE 1u /* locked before main */
#define DONE_BEFORE 2u /* of once, as in the C library */

/* The first word as it was; from now on heddle has seen the object. */
static uint32_t see(void *object)
{
    uint32_t *word = object, was = *word;

    if (was != NATIVE_DEAD)
        *word = NATIVE_SEEN;
    return was;
}

static int operate(uint32_t operation, void *object, uint64_t argument, uint64_t other,
                   uint64_t caller)
{
    uint64_t name = control_name(object);
    int status;

    access_called(operation, object, caller);
    status = control_ask(&(ask){.operation = operation,
                                .object = name,
                                .argument = argument,
                                .other = other,
                                .caller = caller,
                                .word = see(object)});
    sharing_lock(operation, name, status);
    return status;
}

int sync_operate(uint32_t operation, void *object, uint64_t argument, uint64_t caller)
{
    return operate(operation, object, argument, 0, caller);
}

/* A time that is none is an error where it would have to wait. */
int sync_timed(uint32_t operation, void *object, uint64_t argument, const struct timespec *t,
               uint64_t caller)
{
    return operate(operation, object, argument, times_wrong(t) ? NATIVE_WRONG_TIME : 0, caller);
}

int sync_forget(uint32_t operation, void *object, uint64_t caller)
{
    int status;

    if (!controlled())
        return 0;
    status = sync_operate(operation, object, 0, caller);
    if (status == 0)
        *(uint32_t *)object = NATIVE_DEAD;
    return status;
}

int sync_make(uint32_t operation, void *object, size_t size, uint64_t argument, uint64_t caller)
{
    uint32_t was = *(uint32_t *)object;

    if (!controlled()) {
        memset(object, 0, size);
        return 0;
    }
    access_called(operation, object, caller);
    control_ask(&(ask){.operation = operation,
                       .object = control_name(object),
                       .argument = argument,
                       .caller = caller,
                       .word = was});
    memset(object, 0, size);
    *(uint32_t *)object = NATIVE_SEEN;
    return 0;
}

static int before_main(void *object, uint32_t word)
{
    if (!control)
        *(uint32_t *)object = word;
    return 0;
}

/* 0 normal, 1 recursive, 2 error-checking; a program whose mutexes do more is refused. */
static uint64_t kind_of(const pthread_mutex_t *m, uint64_t caller)
{
    int kind = m->__data.__kind;

    if (kind & ~(3 | 128 | 256 | 512))
        control_end(END_REFUSED, 0, "a robust or priority mutex", caller);
    return (kind & 3) == 3 ? 0 : (uint64_t)kind & 3;
}

/* Processes can only share what is in a mapping that they share. */
static void refuse_unshared(int shared, const void *object, uint64_t caller)
{
    if (shared && control && !control_shared(object))
        control_end(END_REFUSED, 0, "an object that processes share, not in a shared mapping",
                    caller);
}

/* The priority ceiling lies where nothing else of a mutex is; 0: it has none. */
#define CEILING(m) ((m)->__data.__spins)

static short ceiling_of(const pthread_mutexattr_t *attr)
{
    int protocol = PTHREAD_PRIO_NONE, ceiling = 0;

    pthread_mutexattr_getprotocol(attr, &protocol);
    pthread_mutexattr_getprioceiling(attr, &ceiling);
    return protocol == PTHREAD_PRIO_PROTECT ? (short)ceiling : 0;
}

EXPORT int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attr)
{
    int kind = 0, robust = 0, shared = 0;
    short ceiling = attr ? ceiling_of(attr) : 0;

    if (attr) {
        pthread_mutexattr_getpshared(attr, &shared);
        pthread_mutexattr_gettype(attr, &kind);
        pthread_mutexattr_getrobust(attr, &robust);
    }
    if (robust)
        control_end(END_REFUSED, 0, "a robust mutex", CALLER);
    refuse_unshared(shared, m, CALLER);
    sync_make(NATIVE_MUTEX_INIT, m, sizeof *m, (uint64_t)kind, CALLER);
    m->__data.__kind = kind;
    CEILING(m) = ceiling;
    return 0;
}

EXPORT int pthread_mutex_getprioceiling(const pthread_mutex_t *restrict m, int *restrict ceiling)
{
    if (!CEILING(m))
        return EINVAL;
    *ceiling = CEILING(m);
    return 0;
}

/* Holds the mutex for the time of the change. */
EXPORT int pthread_mutex_setprioceiling(pthread_mutex_t *restrict m, int ceiling, int *restrict old)
{
    int error;

    if (!CEILING(m) || ceiling < sched_get_priority_min(SCHED_FIFO) ||
        ceiling > sched_get_priority_max(SCHED_FIFO))
        return EINVAL;
    error = sync_operate(NATIVE_MUTEX_LOCK, m, kind_of(m, CALLER), CALLER);
    if (error)
        return error;
    *old = CEILING(m);
    CEILING(m) = (short)ceiling;
    return sync_operate(NATIVE_MUTEX_UNLOCK, m, kind_of(m, CALLER), CALLER);
}

EXPORT int pthread_mutex_destroy(pthread_mutex_t *m)
{
    return sync_forget(NATIVE_MUTEX_DESTROY, m, CALLER);
}

EXPORT int pthread_mutex_lock(pthread_mutex_t *m)
{
    if (!controlled())
        return before_main(m, HELD_BEFORE);
    return sync_operate(NATIVE_MUTEX_LOCK, m, kind_of(m, CALLER), CALLER);
}

EXPORT int pthread_mutex_trylock(pthread_mutex_t *m)
{
    if (!controlled())
        return before_main(m, HELD_BEFORE);
    return sync_operate(NATIVE_MUTEX_TRYLOCK, m, kind_of(m, CALLER), CALLER);
}

EXPORT int pthread_mutex_timedlock(pthread_mutex_t *restrict m, const struct timespec *restrict t)
{
    if (!controlled())
        return before_main(m, HELD_BEFORE);
    return sync_timed(NATIVE_MUTEX_TIMEDLOCK, m, kind_of(m, CALLER), t, CALLER);
}

EXPORT int pthread_mutex_clocklock(pthread_mutex_t *restrict m, clockid_t clock,
                                   const struct timespec *restrict t)
{
    if (times_no_wait_by(clock))
        return EINVAL;
    return sync_timed(NATIVE_MUTEX_TIMEDLOCK, m, kind_of(m, CALLER), t, CALLER);
}

EXPORT int pthread_mutex_unlock(pthread_mutex_t *m)
{
    if (!controlled())
        return before_main(m, 0);
    return sync_operate(NATIVE_MUTEX_UNLOCK, m, kind_of(m, CALLER), CALLER);
}

EXPORT int pthread_cond_init(pthread_cond_t *restrict c, const pthread_condattr_t *restrict attr)
{
    int shared = 0;

    if (attr)
        pthread_condattr_getpshared(attr, &shared);
    refuse_unshared(shared, c, CALLER);
    return sync_make(NATIVE_COND_INIT, c, sizeof *c, 0, CALLER);
}

EXPORT int pthread_cond_destroy(pthread_cond_t *c)
{
    return sync_forget(NATIVE_COND_DESTROY, c, CALLER);
}

/* The thread waits before it unlocks, so that no signal after the unlock is missed. */
int sync_wait(pthread_cond_t *c, pthread_mutex_t *m, uint32_t how, uint64_t caller)
{
    uint64_t kind = kind_of(m, caller);
    int status = control_ask(&(ask){.operation = NATIVE_COND_WAIT,
                                    .object = control_name(c),
                                    .argument = control_name(m),
                                    .other = kind,
                                    .caller = caller,
                                    .word = see(c)});

    if (status)
        return status;
    sync_operate(NATIVE_COND_UNLOCK, m, kind, caller);
    status = sync_operate(how, c, 0, caller);
    sync_operate(NATIVE_COND_RELOCK, m, kind, caller);
    if (status == ECANCELED)
        control_cancelled();
    return status;
}

EXPORT int pthread_cond_wait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m)
{
    return sync_wait(c, m, NATIVE_COND_WOKEN, CALLER);
}

EXPORT int pthread_cond_timedwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m,
                                  const struct timespec *restrict t)
{
    return times_wrong(t) ? EINVAL : sync_wait(c, m, NATIVE_COND_TIMED, CALLER);
}

EXPORT int pthread_cond_clockwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m,
                                  clockid_t clock, const struct timespec *restrict t)
{
    if (times_no_wait_by(clock) || times_wrong(t))
        return EINVAL;
    return sync_wait(c, m, NATIVE_COND_TIMED, CALLER);
}

EXPORT int pthread_cond_signal(pthread_cond_t *c)
{
    return controlled() ? sync_operate(NATIVE_COND_SIGNAL, c, 0, CALLER) : 0;
}

EXPORT int pthread_cond_broadcast(pthread_cond_t *c)
{
    return controlled() ? sync_operate(NATIVE_COND_BROADCAST, c, 0, CALLER) : 0;
}

EXPORT int pthread_rwlock_init(pthread_rwlock_t *restrict l,
                               const pthread_rwlockattr_t *restrict attr)
{
    int shared = 0, kind = PTHREAD_RWLOCK_DEFAULT_NP;

    if (attr) {
        pthread_rwlockattr_getpshared(attr, &shared);
        pthread_rwlockattr_getkind_np(attr, &kind);
    }
    refuse_unshared(shared, l, CALLER);
    sync_make(NATIVE_RW_INIT, l, sizeof *l, 0, CALLER);
    l->__data.__flags = (unsigned)kind;
    return 0;
}

EXPORT int pthread_rwlock_destroy(pthread_rwlock_t *l)
{
    return sync_forget(NATIVE_RW_DESTROY, l, CALLER);
}

EXPORT int pthread_rwlock_unlock(pthread_rwlock_t *l)
{
    return controlled() ? sync_operate(NATIVE_RW_UNLOCK, l, 0, CALLER) : 0;
}

/* Nobody is preferred; what the preference of writers can change is refused: a reader that waits
 * behind a writer that waits for it. */
static int read_lock(uint32_t operation, pthread_rwlock_t *l, uint64_t caller)
{
    int status = sync_operate(operation, l, 0, caller);

    if (status == 0 && control_result() == NATIVE_READ_TWICE &&
        l->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
        control_end(END_REFUSED, 0, "a thread that reads twice under a lock that prefers writers",
                    caller);
    return status;
}

EXPORT int pthread_rwlock_rdlock(pthread_rwlock_t *l)
{
    return controlled() ? read_lock(NATIVE_RW_READ, l, CALLER) : 0;
}

EXPORT int pthread_rwlock_tryrdlock(pthread_rwlock_t *l)
{
    return controlled() ? read_lock(NATIVE_RW_TRYREAD, l, CALLER) : 0;
}

EXPORT int pthread_rwlock_wrlock(pthread_rwlock_t *l)
{
    return controlled() ? sync_operate(NATIVE_RW_WRITE, l, 0, CALLER) : 0;
}

EXPORT int pthread_rwlock_trywrlock(pthread_rwlock_t *l)
{
    return controlled() ? sync_operate(NATIVE_RW_TRYWRITE, l, 0, CALLER) : 0;
}

EXPORT int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict l,
                                      const struct timespec *restrict t)
{
    return times_wrong(t) ? EINVAL : read_lock(NATIVE_RW_TIMEDREAD, l, CALLER);
}

EXPORT int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict l,
                                      const struct timespec *restrict t)
{
    return times_wrong(t) ? EINVAL : sync_operate(NATIVE_RW_TIMEDWRITE, l, 0, CALLER);
}

EXPORT int pthread_rwlock_clockrdlock(pthread_rwlock_t *restrict l, clockid_t clock,
                                      const struct timespec *restrict t)
{
    if (times_no_wait_by(clock) || times_wrong(t))
        return EINVAL;
    return read_lock(NATIVE_RW_TIMEDREAD, l, CALLER);
}

EXPORT int pthread_rwlock_clockwrlock(pthread_rwlock_t *restrict l, clockid_t clock,
                                      const struct timespec *restrict t)
{
    if (times_no_wait_by(clock) || times_wrong(t))
        return EINVAL;
    return sync_operate(NATIVE_RW_TIMEDWRITE, l, 0, CALLER);
}

EXPORT int pthread_spin_init(pthread_spinlock_t *l, int shared)
{
    (void)shared;
    return sync_make(NATIVE_SPIN_INIT, (void *)l, sizeof *l, 0, CALLER);
}

EXPORT int pthread_spin_destroy(pthread_spinlock_t *l)
{
    return sync_forget(NATIVE_SPIN_DESTROY, (void *)l, CALLER);
}

EXPORT int pthread_spin_lock(pthread_spinlock_t *l)
{
    return controlled() ? sync_operate(NATIVE_SPIN_LOCK, (void *)l, 0, CALLER)
                        : before_main((void *)l, HELD_BEFORE);
}

EXPORT int pthread_spin_trylock(pthread_spinlock_t *l)
{
    return controlled() ? sync_operate(NATIVE_SPIN_TRYLOCK, (void *)l, 0, CALLER)
                        : before_main((void *)l, HELD_BEFORE);
}

EXPORT int pthread_spin_unlock(pthread_spinlock_t *l)
{
    return controlled() ? sync_operate(NATIVE_SPIN_UNLOCK, (void *)l, 0, CALLER)
                        : before_main((void *)l, 0);
}

EXPORT int pthread_barrier_init(pthread_barrier_t *restrict b,
                                const pthread_barrierattr_t *restrict attr, unsigned count)
{
    int shared = 0;

    if (!count)
        return EINVAL;
    if (attr)
        pthread_barrierattr_getpshared(attr, &shared);
    refuse_unshared(shared, b, CALLER);
    if (!controlled())
        control_end(END_REFUSED, 0, "pthread_barrier_init before main", CALLER);
    return sync_make(NATIVE_BARRIER_INIT, b, sizeof *b, count, CALLER);
}

EXPORT int pthread_barrier_destroy(pthread_barrier_t *b)
{
    return sync_forget(NATIVE_BARRIER_DESTROY, b, CALLER);
}

EXPORT int pthread_barrier_wait(pthread_barrier_t *b)
{
    int status = sync_operate(NATIVE_BARRIER_WAIT, b, 0, CALLER);

    if (status == 0)
        sync_operate(NATIVE_BARRIER_LEAVE, b, 0, CALLER);
    return status;
}

/* A routine that is cancelled, or ends its thread, was never called. */
static void not_called(void *once)
{
    sync_operate(NATIVE_ONCE_AGAIN, once, 0, 0);
}

EXPORT int pthread_once(pthread_once_t *once, void (*routine)(void))
{
    if (!controlled()) {
        if (*once == 0) {
            routine();
            *once = (int)DONE_BEFORE;
        }
        return 0;
    }
    sync_operate(NATIVE_ONCE, once, 0, CALLER);
    if (control_result()) {
        pthread_cleanup_push(not_called, once);
        routine();
        pthread_cleanup_pop(0);
        sync_operate(NATIVE_ONCE_DONE, once, 0, CALLER);
    }
    return 0;
}

/* Semaphores speak through errno. */
static int speak(int error)
{
    if (!error)
        return 0;
    errno = error;
    return -1;
}

EXPORT int sem_init(sem_t *s, int shared, unsigned value)
{
    if (!controlled())
        control_end(END_REFUSED, 0, "sem_init before main", CALLER);
    if (value > SEM_VALUE_MAX)
        return speak(EINVAL);
    refuse_unshared(shared, s, CALLER);
    return sync_make(NATIVE_SEM_INIT, s, sizeof *s, value, CALLER);
}

EXPORT int sem_destroy(sem_t *s)
{
    return sync_forget(NATIVE_SEM_DESTROY, s, CALLER);
}

static int semaphore(uint32_t operation, sem_t *s, uint64_t caller)
{
    return speak(sync_operate(operation, s, 0, caller));
}

EXPORT int sem_wait(sem_t *s)
{
    return semaphore(NATIVE_SEM_WAIT, s, CALLER);
}

EXPORT int sem_trywait(sem_t *s)
{
    return semaphore(NATIVE_SEM_TRYWAIT, s, CALLER);
}

EXPORT int sem_timedwait(sem_t *restrict s, const struct timespec *restrict t)
{
    return times_wrong(t) ? speak(EINVAL) : semaphore(NATIVE_SEM_TIMEDWAIT, s, CALLER);
}

EXPORT int sem_clockwait(sem_t *restrict s, clockid_t clock, const struct timespec *restrict t)
{
    if (times_no_wait_by(clock) || times_wrong(t))
        return speak(EINVAL);
    return semaphore(NATIVE_SEM_TIMEDWAIT, s, CALLER);
}

EXPORT int sem_post(sem_t *s)
{
    return semaphore(NATIVE_SEM_POST, s, CALLER);
}

EXPORT int sem_getvalue(sem_t *restrict s, int *restrict value)
{
    sync_operate(NATIVE_SEM_VALUE, s, 0, CALLER);
    int got = (int)control_result();

    access_touch(value, sizeof *value, true, CALLER);
    *value = got;
    return 0;
}
