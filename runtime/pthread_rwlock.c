/* Read-write locks and spinlocks.  The first word of a read-write lock tells all: 0 is free, n > 0
 * that many readers, WRITER | its number the writer, MARK_DESTROYED gone.  How often each thread
 * reads is a byte by its number in the words that follow, up to the flags that static initialisers
 * set; threads of greater numbers count in the sum alone.  Nobody is preferred: every order in
 * which readers and writers may be let in is explored, whatever the attribute says.  What a
 * preference may block is a thread that reads already, by a writer that waits for it: where writers
 * are preferred such a run is cut.  A spinlock is one lock word; a thread that spins is a thread
 * that waits. */
#include "heddle_runtime.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>

#define WRITER ((int)(0x80000000u | HELD)) /* HELD, as few numbers that a program stores */
#define BYTES  sizeof(int)
static int *word(pthread_rwlock_t *l)
{
    return (int *)(void *)l;
}

static void check(pthread_rwlock_t *l)
{
    made(l, "the read-write lock was never initialised");
    if (*word(l) == MARK_DESTROYED)
        __heddle_fail(ERR_DESTROYED, "the read-write lock was destroyed");
}

enum { READERS = offsetof(pthread_rwlock_t, __data.__flags) - sizeof(int), READS_MAX = 255 };

/* How often this thread holds the lock for reading; NULL when that is not kept. */
static unsigned char *reads(pthread_rwlock_t *l)
{
    int slot = __heddle_self() - 1;
    return slot < READERS ? (unsigned char *)(word(l) + 1) + slot : NULL;
}

/* A writer comes after the readers too. */
static void acquires_alone(pthread_rwlock_t *l)
{
    acquires(l);
    __heddle_orders(l, 1, ORDERS_ACQUIRE | ORDERS_READERS);
}

/* Inside an operation that found no writer. */
static int add_reader(pthread_rwlock_t *l)
{
    unsigned char *mine = reads(l);
    if (mine && *mine == READS_MAX)
        return EAGAIN;
    if (mine && *mine && l->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
        __heddle_unsupported("a thread reads twice under a lock that prefers writers");
    if (mine) {
        ++*mine;
        __heddle_held(1);
    }
    ++*word(l);
    acquires(l);
    return 0;
}

static void drop_reader(pthread_rwlock_t *l)
{
    unsigned char *mine = reads(l);
    if (mine && !*mine)
        __heddle_fail(ERR_UNLOCK,
                      "unlock of a read-write lock that only other threads hold, for reading");
    if (mine) {
        --*mine;
        __heddle_held(-1);
    }
    __heddle_orders(l, 1, ORDERS_RELEASE | ORDERS_READERS);
    --*word(l);
}

INLINE int read_lock(pthread_rwlock_t *l, int timed)
{
    int late = __heddle_await(EV_READ_LOCK, l, BYTES, timed | GUARD_SHARE | GUARD_OWN, WRITER);
    check(l);
    if (late)
        return op(late);
    if (*word(l) == (WRITER | __heddle_self()))
        return op(EDEADLK);
    return op(add_reader(l));
}

INLINE int write_lock(pthread_rwlock_t *l, int timed)
{
    int late = __heddle_await(EV_LOCK, l, BYTES, timed | GUARD_LOCK | GUARD_OWN, WRITER);
    int mine = WRITER | __heddle_self();
    check(l);
    if (late)
        return op(late);
    if (*word(l) == mine)
        return op(EDEADLK);
    *word(l) = mine;
    acquires_alone(l);
    __heddle_held(1);
    return op(0);
}

int pthread_rwlock_rdlock(pthread_rwlock_t *l)
{
    return read_lock(l, 0);
}

int pthread_rwlock_wrlock(pthread_rwlock_t *l)
{
    return write_lock(l, 0);
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *l)
{
    __heddle_visible(EV_READ_LOCK, l, BYTES);
    check(l);
    if (*word(l) < 0)
        return op(EBUSY);
    return op(add_reader(l));
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *l)
{
    __heddle_visible(EV_TRYLOCK, l, BYTES);
    check(l);
    if (*word(l) != 0)
        return op(EBUSY);
    *word(l) = WRITER | __heddle_self();
    acquires_alone(l);
    __heddle_held(1);
    return op(0);
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *l, const struct timespec *until)
{
    return __heddle_bad_time(until) ? EINVAL : read_lock(l, GUARD_TIMED);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *l, const struct timespec *until)
{
    return __heddle_bad_time(until) ? EINVAL : write_lock(l, GUARD_TIMED);
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t *l, clockid_t clock, const struct timespec *until)
{
    (void)clock;
    return pthread_rwlock_timedrdlock(l, until);
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t *l, clockid_t clock, const struct timespec *until)
{
    (void)clock;
    return pthread_rwlock_timedwrlock(l, until);
}

int pthread_rwlock_unlock(pthread_rwlock_t *l)
{
    __heddle_visible(EV_UNLOCK, l, BYTES);
    check(l);
    if (*word(l) == 0)
        __heddle_fail(ERR_UNLOCK, "unlock of a read-write lock that is not locked");
    if (*word(l) > 0) {
        drop_reader(l);
        return op(0);
    }
    if (*word(l) != (WRITER | __heddle_self()))
        __heddle_fail(ERR_UNLOCK,
                      "unlock of a read-write lock that another thread holds for writing");
    releases(l);
    *word(l) = 0;
    __heddle_held(-1);
    return op(0);
}

static int looks_held(int *state)
{
    return __heddle_defined(state, BYTES) && *state != 0 && *state > WRITER &&
           *state <= (WRITER | LOCK_NUMBER);
}

typedef struct rwlock_attr {
    int kind, shared;
} rwlock_attr;

int pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *attr)
{
    int kind = attr ? ((const rwlock_attr *)(const void *)attr)->kind : 0;
    __heddle_visible(EV_SYNC, l, sizeof *l);
    if (looks_held(word(l)))
        __heddle_fail(ERR_IN_USE, "a read-write lock was initialised while a thread holds it");
    if (attr)
        made(attr, "the attributes of the read-write lock were never initialised");
    __builtin_memset(l, 0, sizeof *l);
    l->__data.__flags = (unsigned char)kind;
    return op(0);
}

int pthread_rwlock_destroy(pthread_rwlock_t *l)
{
    __heddle_visible(EV_SYNC, l, BYTES);
    check(l);
    if (*word(l) != 0)
        __heddle_fail(ERR_IN_USE, "a read-write lock was destroyed while a thread holds it");
    *word(l) = MARK_DESTROYED;
    return op(0);
}

/* Attributes are kept and given back. */
int pthread_rwlockattr_init(pthread_rwlockattr_t *attr)
{
    *(rwlock_attr *)(void *)attr = (rwlock_attr){0, 0};
    return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attr)
{
    (void)attr;
    return 0;
}

int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attr, int kind)
{
    if (kind < PTHREAD_RWLOCK_PREFER_READER_NP ||
        kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
        return EINVAL;
    ((rwlock_attr *)(void *)attr)->kind = kind;
    return 0;
}

int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *attr, int *kind)
{
    *kind = ((const rwlock_attr *)(const void *)attr)->kind;
    return 0;
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attr, int shared)
{
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    ((rwlock_attr *)(void *)attr)->shared = shared;
    return 0;
}

int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *attr, int *shared)
{
    *shared = ((const rwlock_attr *)(const void *)attr)->shared;
    return 0;
}

/* Spinlocks. */
static void check_spin(pthread_spinlock_t *l)
{
    made(l, "the spinlock was never initialised");
    if (*l == MARK_DESTROYED)
        __heddle_fail(ERR_DESTROYED, "the spinlock was destroyed");
}

int pthread_spin_init(pthread_spinlock_t *l, int shared)
{
    (void)shared;
    __heddle_visible(EV_SYNC, l, BYTES);
    *l = 0;
    return op(0);
}

int pthread_spin_lock(pthread_spinlock_t *l)
{
    __heddle_await(EV_LOCK, l, BYTES, GUARD_LOCK | GUARD_OWN, 0);
    int self = __heddle_self();
    check_spin(l);
    if (*l == self)
        __heddle_fail(ERR_RELOCK, "the thread holds the spinlock already and waits for itself");
    *l = self;
    acquires(l);
    __heddle_held(1);
    return op(0);
}

int pthread_spin_trylock(pthread_spinlock_t *l)
{
    __heddle_visible(EV_TRYLOCK, l, BYTES);
    check_spin(l);
    if (*l != 0)
        return op(EBUSY);
    *l = __heddle_self();
    acquires(l);
    __heddle_held(1);
    return op(0);
}

int pthread_spin_unlock(pthread_spinlock_t *l)
{
    __heddle_visible(EV_UNLOCK, l, BYTES);
    check_spin(l);
    if (*l != __heddle_self())
        __heddle_fail(ERR_UNLOCK, *l ? "unlock of a spinlock that another thread holds"
                                     : "unlock of a spinlock that is not locked");
    releases(l);
    *l = 0;
    __heddle_held(-1);
    return op(0);
}

int pthread_spin_destroy(pthread_spinlock_t *l)
{
    __heddle_visible(EV_SYNC, l, BYTES);
    check_spin(l);
    if (*l != 0)
        __heddle_fail(ERR_IN_USE, "a spinlock was destroyed while a thread holds it");
    *l = MARK_DESTROYED;
    return op(0);
}
