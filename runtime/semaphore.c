/* Semaphores: the first word is the value + 1, MARK_DESTROYED after destruction, and 0 in memory
 * that no sem_init has seen; waiting is a guard on it, so there is no queue and any waiter may be
 * first.  Named semaphores are a list of
 * heap nodes below one global word; unlinked ones live until the last close. */
#include "heddle_runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <time.h>

#define BYTES sizeof(unsigned)
enum { NEVER, ZERO }; /* words without sem_init, and of value 0 */

static unsigned *word(sem_t *s)
{
    return (unsigned *)(void *)s;
}

static int fails(int error)
{
    if (!error)
        return 0;
    errno = error;
    return -1;
}

static void check(sem_t *s)
{
    made(s, "the semaphore was never initialised");
    if (*word(s) == NEVER)
        __heddle_fail(ERR_DESTROYED, "the semaphore was never initialised (sem_init)");
    if (*word(s) == (unsigned)MARK_DESTROYED)
        __heddle_fail(ERR_DESTROYED, "the semaphore was destroyed");
}

INLINE int wait(sem_t *s, int timed)
{
    int why = __heddle_await(EV_SEM_WAIT, s, BYTES, GUARD_NE | GUARD_CANCEL | timed, ZERO);
    if (why) {
        __heddle_op_end();
        if (why == ECANCELED)
            __heddle_cancel_self();
        return fails(why);
    }
    check(s);
    acquires(s);
    --*word(s);
    return op(0);
}

int sem_init(sem_t *s, int shared, unsigned value)
{
    (void)shared;
    if (value > INT_MAX)
        return fails(EINVAL);
    __heddle_visible(EV_SYNC, s, sizeof *s);
    __builtin_memset(s, 0, sizeof *s);
    *word(s) = ZERO + value;
    return op(0);
}

int sem_destroy(sem_t *s)
{
    __heddle_visible(EV_SYNC, s, BYTES);
    check(s);
    *word(s) = (unsigned)MARK_DESTROYED;
    return op(0);
}

int sem_wait(sem_t *s)
{
    return wait(s, 0);
}

int sem_trywait(sem_t *s)
{
    __heddle_visible(EV_SEM_WAIT, s, BYTES);
    check(s);
    if (*word(s) == ZERO)
        return fails(op(EAGAIN));
    acquires(s);
    --*word(s);
    return op(0);
}

int sem_timedwait(sem_t *s, const struct timespec *until)
{
    return __heddle_bad_time(until) ? fails(EINVAL) : wait(s, GUARD_TIMED);
}

int sem_clockwait(sem_t *s, clockid_t clock, const struct timespec *until)
{
    (void)clock;
    return sem_timedwait(s, until);
}

int sem_post(sem_t *s)
{
    __heddle_visible(EV_SEM_POST, s, BYTES);
    check(s);
    if (*word(s) == ZERO + (unsigned)INT_MAX)
        return fails(op(EOVERFLOW));
    releases(s);
    ++*word(s);
    return op(0);
}

int sem_getvalue(sem_t *s, int *out)
{
    __heddle_visible(EV_SYNC, s, BYTES);
    check(s);
    int value = (int)(*word(s) - ZERO);
    __heddle_op_end();
    *out = value;
    return 0;
}

/* Named semaphores. */
enum { NAME_BYTES = 64 };
typedef struct named named;
struct named {
    sem_t semaphore; /* first: what sem_open returns */
    named *next;
    int opened;
    char name[NAME_BYTES]; /* empty: unlinked */
};

static named *all;

/* Copies the name out of the caller's memory, without the slash that it begins with or not; 0 when
 * it does not fit. */
static int copy_name(char *to, const char *name)
{
    while (*name == '/')
        name++;
    for (int i = 0; i < NAME_BYTES; i++)
        if (!(to[i] = name[i]))
            return i > 0;
    return 0;
}

static int same(const char *a, const char *b)
{
    int i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    return a[i] == b[i];
}

static named *lookup(const char *name)
{
    named *n = all;
    while (n && !same(n->name, name))
        n = n->next;
    return n;
}

static sem_t *make(const char *name, unsigned value)
{
    named *n = __heddle_alloc(sizeof *n, _Alignof(named), 1);
    copy_name(n->name, name);
    *word(&n->semaphore) = ZERO + value;
    n->opened = 1;
    n->next = all;
    all = n;
    return &n->semaphore;
}

sem_t *sem_open(const char *name, int flags, ...)
{
    char copy[NAME_BYTES];
    unsigned value = 0;
    if (flags & O_CREAT) {
        va_list args;
        va_start(args, flags);
        (void)va_arg(args, mode_t);
        value = va_arg(args, unsigned);
        va_end(args);
    }
    if (!copy_name(copy, name) || value > INT_MAX)
        return fails(EINVAL), SEM_FAILED;
    __heddle_visible(EV_SYNC, &all, sizeof all);
    named *n = lookup(copy);
    if (!n && flags & O_CREAT) {
        sem_t *made = make(copy, value);
        releases(&all);
        __heddle_op_end();
        return made;
    }
    int error = !n ? ENOENT : (flags & O_CREAT && flags & O_EXCL) ? EEXIST : 0;
    if (!error)
        n->opened++;
    acquires(&all);
    __heddle_op_end();
    return fails(error) ? SEM_FAILED : &n->semaphore;
}

static void remove_if_gone(named *gone)
{
    if (gone->opened || gone->name[0])
        return;
    named **at = &all;
    while (*at != gone)
        at = &(*at)->next;
    *at = gone->next;
    __heddle_free(gone, HEAP_MALLOC);
}

int sem_close(sem_t *s)
{
    __heddle_visible(EV_SYNC, &all, sizeof all);
    named *n = all;
    while (n && &n->semaphore != s)
        n = n->next;
    if (!n || !n->opened)
        return fails(op(EINVAL));
    n->opened--;
    remove_if_gone(n);
    return op(0);
}

int sem_unlink(const char *name)
{
    char copy[NAME_BYTES];
    if (!copy_name(copy, name))
        return fails(ENOENT);
    __heddle_visible(EV_SYNC, &all, sizeof all);
    named *n = lookup(copy);
    if (!n)
        return fails(op(ENOENT));
    n->name[0] = 0;
    remove_if_gone(n);
    return op(0);
}
