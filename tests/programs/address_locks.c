// verdict: UNKNOWN depends on where an object lies in memory
// also: --addresses layout VERIFIED
// also: --addresses layout --layout 2 VERIFIED
// also: --addresses layout --layouts 2 VERIFIED
// also: --addresses layout --layouts 3 FAILED relock :26
// also: -DSORTED --addresses layout --layouts 4 VERIFIED
// also: -DWRONG --addresses layout --layouts 4 FAILED deadlock
// A table of locks by a hash of addresses: two accounts that share a lock are a defect in the layouts
// that have them so; taking the locks in the order of their addresses mends it.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct account { long balance, spare; } account;
static pthread_mutex_t locks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};
static account *a, *b;

static pthread_mutex_t *lock_of(account *x) { return &locks[((uintptr_t)x >> 5) % 3]; }
static void move(account *from, account *to)
{
    pthread_mutex_t *p = lock_of(from), *q = lock_of(to);

#if !defined SORTED
    if (pthread_mutex_lock(p)) abort(); else pthread_mutex_lock(q);
#else
    if (p > q) { pthread_mutex_t *x = p; p = q; q = x; }
    pthread_mutex_lock(p);
    if (q != p) pthread_mutex_lock(q);
#endif
    from->balance--, to->balance++;
    if (q != p) pthread_mutex_unlock(q);
    pthread_mutex_unlock(p);
}

static void *worker(void *arg)
{
#if defined SORTED || defined WRONG
    move(b, a);
#else
    move(a, b);
#endif
    return arg;
}

int main(void)
{
    pthread_t t;

    a = calloc(1, sizeof *a), b = calloc(1, sizeof *b);
    pthread_create(&t, 0, worker, 0);
    move(a, b);
    pthread_join(t, 0);
#if defined SORTED || defined WRONG
    assert(a->balance == 0 && b->balance == 0);
#else
    assert(a->balance == -2 && b->balance == 2);
#endif
    free(a), free(b);
    return 0;
}
