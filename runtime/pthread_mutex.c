/* Mutexes.  The state lives in the user's bytes at glibc's offsets, so that static initialisers,
 * heap and memcpy work: __lock is the lock word (0 free, HELD and its holder's number, or a mark),
 * __count the further locks of a recursive one, __kind type and robustness, __nusers 1 when the
 * last owner died holding it. Held robust mutexes are a list of their thread through __list.__next.
 *
 * Invariants: whoever stores its number (held_by_me) in a lock word has counted it with
 * __heddle_held; numbers are asked for inside operations, and live nowhere but in lock words. */
#include "heddle_runtime.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <time.h>

enum { KIND_TYPE = 3, KIND_ROBUST = 16, KIND_INHERIT = 32, KIND_PROTECT = 64, KIND_SHARED = 128 };
#define MUTEX_BYTES   sizeof(pthread_mutex_t)
#define WORD(m)       ((m)->__data.__lock)
#define COUNT(m)      ((m)->__data.__count)
#define KIND(m)       ((m)->__data.__kind)
#define OWNER_DIED(m) ((m)->__data.__nusers)
#define CEILING_OF(m) ((m)->__data.__spins)
#define NEVER         "the mutex was never initialised"
#define NEXT(m)       (*(pthread_mutex_t **)(void *)&(m)->__data.__list.__next)

static _Thread_local pthread_mutex_t *robust_held;
static int robust_made; /* some mutex may be robust; never written where none can be */

/* What the lock word of a mutex that this thread holds has. */
INLINE int held_by_me(void)
{
    return HELD | __heddle_self();
}

static int type_of(const pthread_mutex_t *m)
{
    return KIND(m) & KIND_TYPE;
}

static __attribute__((noinline)) void link_robust(pthread_mutex_t *m)
{
    if (!robust_made)
        return;
    NEXT(m) = robust_held;
    robust_held = m;
}

static void take(pthread_mutex_t *m, int self)
{
    WORD(m) = self;
    acquires(m);
    __heddle_held(1);
    if (KIND(m) & KIND_ROBUST)
        link_robust(m);
}

static void unlink_robust(pthread_mutex_t *m)
{
    pthread_mutex_t **at = &robust_held;
    while (*at && *at != m)
        at = &NEXT(*at);
    if (*at)
        *at = NEXT(m);
    NEXT(m) = NULL;
}

static void drop(pthread_mutex_t *m)
{
    releases(m);
    WORD(m) = 0;
    if (KIND(m) & KIND_ROBUST) {
        unlink_robust(m);
        if (OWNER_DIED(m))
            WORD(m) = MARK_LOST;
    }
    __heddle_held(-1);
}

/* The lock word is a mark: the error that this is, or the taking over of a dead owner's mutex. */
static __attribute__((noinline)) int marked(pthread_mutex_t *m, int self)
{
    if (WORD(m) == MARK_LOST) {
        __heddle_orders(m, 1, ORDERS_NOTHING);
        return ENOTRECOVERABLE;
    }
    if (WORD(m) != MARK_OWNER_DEAD)
        __heddle_fail(ERR_DESTROYED, "the mutex was destroyed");
    OWNER_DIED(m) = 1;
    COUNT(m) = 0;
    take(m, self);
    return EOWNERDEAD;
}

static __attribute__((noinline)) int again(pthread_mutex_t *m, int timed)
{
    switch (type_of(m)) {
    case PTHREAD_MUTEX_RECURSIVE_NP:
        COUNT(m)++;
        return 0;
    case PTHREAD_MUTEX_ERRORCHECK_NP:
        return EDEADLK;
    default:
        if (timed)
            return ETIMEDOUT;
        __heddle_fail(ERR_RELOCK, "the thread holds the mutex already and waits for itself");
    }
}

INLINE int lock(pthread_mutex_t *m, int timed)
{
    int guard = GUARD_LOCK | GUARD_OWN;
    int late = __heddle_await(EV_LOCK, m, MUTEX_BYTES, timed ? guard | GUARD_TIMED : guard, HELD);
    int self = held_by_me();
    made(&WORD(m), NEVER);
    if (late)
        return op(late);
    if (WORD(m) == self)
        return op(again(m, timed));
    if (WORD(m) != 0)
        return op(marked(m, self));
    take(m, self);
    return op(0);
}

INLINE int try_lock(pthread_mutex_t *m)
{
    __heddle_visible(EV_TRYLOCK, m, MUTEX_BYTES);
    int self = held_by_me();
    made(&WORD(m), NEVER);
    if (WORD(m) == 0) {
        take(m, self);
        return op(0);
    }
    if ((unsigned)WORD(m) >= LOCK_MARKS)
        return op(marked(m, self));
    if (WORD(m) == self && type_of(m) == PTHREAD_MUTEX_RECURSIVE_NP)
        return op(again(m, 0));
    return op(EBUSY);
}

static __attribute__((noinline)) int not_owner(const pthread_mutex_t *m)
{
    if (WORD(m) == MARK_DESTROYED)
        __heddle_fail(ERR_DESTROYED, "the mutex was destroyed");
    int type = type_of(m);
    if (type == PTHREAD_MUTEX_RECURSIVE_NP || type == PTHREAD_MUTEX_ERRORCHECK_NP ||
        KIND(m) & KIND_ROBUST)
        return EPERM;
    __heddle_fail(ERR_UNLOCK, WORD(m) ? "unlock of a mutex that another thread holds"
                                      : "unlock of a mutex that is not locked");
}

int __heddle_mutex_lock(pthread_mutex_t *m)
{
    return lock(m, 0);
}

int pthread_mutex_lock(pthread_mutex_t *m)
{
    return lock(m, 0);
}

int __heddle_mutex_trylock(pthread_mutex_t *m)
{
    return try_lock(m);
}

int pthread_mutex_trylock(pthread_mutex_t *m)
{
    return try_lock(m);
}

int pthread_mutex_unlock(pthread_mutex_t *m)
{
    __heddle_visible(EV_UNLOCK, m, MUTEX_BYTES);
    made(&WORD(m), NEVER);
    if (WORD(m) != held_by_me())
        return op(not_owner(m));
    if (COUNT(m))
        COUNT(m)--;
    else
        drop(m);
    return op(0);
}

int __heddle_mutex_timedlock(pthread_mutex_t *m, const struct timespec *until)
{
    if (!__heddle_bad_time(until))
        return lock(m, 1);
    int result = try_lock(m);
    return result == EBUSY ? EINVAL : result;
}

int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *until)
{
    return __heddle_mutex_timedlock(m, until);
}

int pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock, const struct timespec *until)
{
    (void)clock;
    return __heddle_mutex_timedlock(m, until);
}

/* For condition variables: releases the mutex whatever its count, inside the caller's operation,
 * and returns that count. */
unsigned __heddle_mutex_release(pthread_mutex_t *m)
{
    made(&WORD(m), NEVER);
    if (WORD(m) == MARK_DESTROYED)
        __heddle_fail(ERR_DESTROYED, "the mutex was destroyed");
    if (WORD(m) != held_by_me())
        __heddle_fail(ERR_WAIT_UNLOCKED, "the thread waits with a mutex that it does not hold");
    unsigned count = COUNT(m);
    COUNT(m) = 0;
    drop(m);
    return count;
}

/* And takes it back, an operation of its own. */
int __heddle_mutex_regain(pthread_mutex_t *m, unsigned count)
{
    __heddle_await(EV_LOCK, m, MUTEX_BYTES, GUARD_LOCK | GUARD_OWN, HELD);
    int self = held_by_me();
    int result = 0;
    if (WORD(m) != 0)
        result = marked(m, self);
    else
        take(m, self);
    if (count)
        COUNT(m) = count;
    return op(result);
}

/* The thread ends: those who wait for its robust mutexes learn that their owner died. */
void __heddle_drop_robust(void)
{
    while (robust_held) {
        pthread_mutex_t *m = robust_held;
        __heddle_visible(EV_UNLOCK, m, MUTEX_BYTES);
        robust_held = NEXT(m);
        NEXT(m) = NULL;
        releases(m);
        WORD(m) = MARK_OWNER_DEAD;
        __heddle_held(-1);
        __heddle_op_end();
    }
}

int pthread_mutex_consistent(pthread_mutex_t *m)
{
    __heddle_visible(EV_SYNC, m, MUTEX_BYTES);
    made(&WORD(m), NEVER);
    if (!(KIND(m) & KIND_ROBUST) || WORD(m) != held_by_me() || !OWNER_DIED(m))
        return op(EINVAL);
    OWNER_DIED(m) = 0;
    return op(0);
}

/* Memory that held a small number, in a pool say, may become a mutex: HELD tells the two apart. */
static int looks_held(const pthread_mutex_t *m)
{
    return __heddle_defined(&WORD(m), sizeof WORD(m)) && WORD(m) > HELD &&
           WORD(m) <= (HELD | LOCK_NUMBER);
}

void __heddle_mutex_init(pthread_mutex_t *m, int kind)
{
    __heddle_visible(EV_SYNC, m, MUTEX_BYTES);
    if (looks_held(m))
        __heddle_fail(ERR_IN_USE, "a mutex was initialised while a thread holds it");
    __builtin_memset(m, 0, MUTEX_BYTES);
    KIND(m) = kind;
    __heddle_op_end();
}

static __attribute__((noinline)) void set_ceiling(pthread_mutex_t *m, int ceiling)
{
    CEILING_OF(m) = (short)ceiling;
}

int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attr)
{
    int flags = attr ? *(const int *)(const void *)attr : 0;
    __heddle_mutex_init(m, flags & 0xff);
    if (flags >> 8)
        set_ceiling(m, flags >> 8);
    return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *m)
{
    __heddle_visible(EV_SYNC, m, MUTEX_BYTES);
    made(&WORD(m), NEVER);
    if (WORD(m) == MARK_DESTROYED)
        __heddle_fail(ERR_DESTROYED, "the mutex was destroyed before");
    if (WORD(m) > 0)
        __heddle_fail(ERR_IN_USE, "a mutex was destroyed while a thread holds it");
    WORD(m) = MARK_DESTROYED;
    return op(0);
}

/* Attributes: an int, the kind of the mutexes made with it. */
#define FLAGS(attr)    (*(int *)(void *)(attr))
#define FLAGS_OF(attr) (*(const int *)(const void *)(attr))

static int set_flag(pthread_mutexattr_t *attr, int mask, int value)
{
    FLAGS(attr) = (FLAGS(attr) & ~mask) | value;
    return 0;
}

int pthread_mutexattr_init(pthread_mutexattr_t *attr)
{
    FLAGS(attr) = 0;
    return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attr)
{
    (void)attr;
    return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attr, int type)
{
    if (type < PTHREAD_MUTEX_TIMED_NP || type > PTHREAD_MUTEX_ADAPTIVE_NP)
        return EINVAL;
    return set_flag(attr, KIND_TYPE, type);
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *attr, int *type)
{
    *type = FLAGS_OF(attr) & KIND_TYPE;
    return 0;
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t *attr, int robust)
{
    if (robust != PTHREAD_MUTEX_STALLED && robust != PTHREAD_MUTEX_ROBUST)
        return EINVAL;
    __heddle_visible(EV_WRITE, &robust_made, sizeof robust_made);
    robust_made = 1;
    __heddle_op_end();
    return set_flag(attr, KIND_ROBUST, robust == PTHREAD_MUTEX_ROBUST ? KIND_ROBUST : 0);
}

int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attr, int *robust)
{
    *robust = FLAGS_OF(attr) & KIND_ROBUST ? PTHREAD_MUTEX_ROBUST : PTHREAD_MUTEX_STALLED;
    return 0;
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attr, int protocol)
{
    static const int flags[] = {0, KIND_INHERIT, KIND_PROTECT};
    if (protocol < PTHREAD_PRIO_NONE || protocol > PTHREAD_PRIO_PROTECT)
        return EINVAL;
    return set_flag(attr, KIND_INHERIT | KIND_PROTECT, flags[protocol]);
}

int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *attr, int *protocol)
{
    int flags = FLAGS_OF(attr);
    *protocol = flags & KIND_INHERIT   ? PTHREAD_PRIO_INHERIT
                : flags & KIND_PROTECT ? PTHREAD_PRIO_PROTECT
                                       : PTHREAD_PRIO_NONE;
    return 0;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *attr, int shared)
{
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    return set_flag(attr, KIND_SHARED, shared ? KIND_SHARED : 0);
}

int pthread_mutexattr_getpshared(const pthread_mutexattr_t *attr, int *shared)
{
    *shared = FLAGS_OF(attr) & KIND_SHARED ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE;
    return 0;
}

/* Ceilings are kept and given back. */
enum {
    LOWEST_CEILING = 1,
    HIGHEST_CEILING = 99,
    CEILING_SHIFT = 8,
    CEILING = 0xff << CEILING_SHIFT
};

static int bad_ceiling(int ceiling)
{
    return ceiling < LOWEST_CEILING || ceiling > HIGHEST_CEILING;
}

int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attr, int ceiling)
{
    return bad_ceiling(ceiling) ? EINVAL : set_flag(attr, CEILING, ceiling << CEILING_SHIFT);
}

int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *attr, int *ceiling)
{
    *ceiling = (FLAGS_OF(attr) & CEILING) >> CEILING_SHIFT;
    if (!*ceiling)
        *ceiling = LOWEST_CEILING;
    return 0;
}

int pthread_mutex_getprioceiling(const pthread_mutex_t *m, int *ceiling)
{
    __heddle_visible(EV_SYNC, m, MUTEX_BYTES);
    made(&WORD(m), NEVER);
    int its = CEILING_OF(m) ? CEILING_OF(m) : LOWEST_CEILING;
    if (!(KIND(m) & KIND_PROTECT))
        return op(EINVAL);
    __heddle_op_end();
    *ceiling = its;
    return 0;
}

/* Takes the mutex for the time of the change. */
int pthread_mutex_setprioceiling(pthread_mutex_t *m, int ceiling, int *old)
{
    if (!(KIND(m) & KIND_PROTECT) || bad_ceiling(ceiling))
        return EINVAL;
    int error = lock(m, 0);
    if (error)
        return error;
    int was = CEILING_OF(m) ? CEILING_OF(m) : LOWEST_CEILING;
    CEILING_OF(m) = (short)ceiling;
    pthread_mutex_unlock(m);
    *old = was;
    return 0;
}
