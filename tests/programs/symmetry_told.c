// verdict: VERIFIED
// flags: -D_GNU_SOURCE
// Two threads of one function with one argument that the program tells apart, each time in another way.
// Those that fail do so only if the thread that comes first is the one named by FIRST: with
// --thread-symmetry that must be noticed, or one of the two would be missed.
// also: --thread-symmetry VERIFIED
// also: -DSELF -DFIRST=0 --thread-symmetry FAILED assertion :62
// also: -DSELF -DFIRST=1 --thread-symmetry FAILED assertion :62
// also: -DNUMBER -DFIRST=0 --thread-symmetry FAILED assertion :62
// also: -DNUMBER -DFIRST=1 --thread-symmetry FAILED assertion :62
// also: -DCANCEL -DFIRST=0 --thread-symmetry FAILED assertion :62
// also: -DCANCEL -DFIRST=1 --thread-symmetry FAILED assertion :62
// also: -DRESULT -DFIRST=0 --thread-symmetry FAILED assertion :62
// also: -DRESULT -DFIRST=1 --thread-symmetry FAILED assertion :62
// also: -DBETWEEN -DFIRST=0 --thread-symmetry FAILED assertion :62
// also: -DBETWEEN -DFIRST=1 --thread-symmetry FAILED assertion :62
// also: -DATOMIC -DFIRST=0 --thread-symmetry FAILED assertion :62
// also: -DATOMIC -DFIRST=1 --thread-symmetry FAILED assertion :62
// also: -DCREATE -DFIRST=0 --thread-symmetry FAILED assertion :62
// also: -DCREATE -DFIRST=1 --thread-symmetry FAILED assertion :62
// also: -DOTHER -DFIRST=0 --thread-symmetry FAILED assertion :62
// also: -DOTHER -DFIRST=1 --thread-symmetry FAILED assertion :62
// also: -DTRY -DFIRST=0 --thread-symmetry FAILED assertion :62
// also: -DTRY -DFIRST=1 --thread-symmetry FAILED assertion :62
// also: -DNEVER -DFIRST=0 --allow-hang --thread-symmetry FAILED assertion :62
// also: -DNEVER -DFIRST=1 --allow-hang --thread-symmetry FAILED assertion :62
// also: -DJUMP=1 -DFIRST=0 --thread-symmetry FAILED longjmp
// also: -DJUMP=1 -DFIRST=1 --thread-symmetry FAILED longjmp
// also: -DMEDDLE --thread-symmetry VERIFIED
// also: -DASK --thread-symmetry VERIFIED
// also: -DDETACH --thread-symmetry VERIFIED
// also: -DCOPY --thread-symmetry VERIFIED
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdint.h>
#include <unistd.h>

#ifndef FIRST
#define FIRST 0
#endif
#define LAST (1 - FIRST)

static pthread_t t[2];
static atomic_int tickets;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#if defined SELF || defined NUMBER
static _Atomic uintptr_t known;
#elif defined CANCEL
static atomic_int left;
#elif defined NEVER
static atomic_int go;
#elif defined JUMP
static jmp_buf places[2];
static atomic_int passed;
#endif

static void wrong_if(int it_is)
{
    assert(!it_is);
}

static void *worker(void *arg)
{
    int ticket = atomic_fetch_add(&tickets, 1);
#if defined SELF
    wrong_if(ticket == 0 && known == (uintptr_t)pthread_self());
#elif defined NUMBER
    wrong_if(ticket == 0 && known == (uintptr_t)gettid());
#elif defined CANCEL
    pthread_testcancel();
    atomic_fetch_or(&left, 1 << ticket);
#elif defined COPY
    pthread_mutex_lock(&m);
    pthread_mutex_t copy = m;
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&copy);
#elif defined NEVER
    while (ticket == 1 && !go) /* the last one waits */
        continue;
#elif defined JUMP
    if (setjmp(places[ticket]))
        return arg;
    while (tickets < 2)
        continue;
    if (atomic_fetch_add(&passed, 1) == 1 && JUMP) /* the last one jumps */
        longjmp(places[FIRST], 1);
#endif
    (void)ticket;
#ifdef RESULT
    return (void *)(intptr_t)ticket;
#endif
    return arg;
}

#ifdef CREATE
static void *late(void *arg)
{
    wrong_if(atomic_fetch_add(&tickets, 1) == 1);
    return arg;
}
#elif defined OTHER
static void *joiner(void *arg)
{
    pthread_join(t[FIRST], NULL);
    wrong_if(tickets == 1);
    pthread_join(t[LAST], NULL);
    return arg;
}
#elif defined MEDDLE
static void *meddler(void *arg)
{
    pthread_t same = t[LAST];
    t[LAST] = same;
    return arg;
}
#endif

static void join_both(void)
{
#if defined RESULT
    void *ticket;
    pthread_join(t[0], &ticket);
    pthread_join(t[1], NULL);
    wrong_if((intptr_t)ticket == FIRST);
#elif defined BETWEEN
    pthread_join(t[FIRST], NULL);
    wrong_if(tickets == 1);
    pthread_join(t[LAST], NULL);
#elif defined ATOMIC
    heddle_atomic_begin();
    pthread_join(t[FIRST], NULL);
    wrong_if(tickets == 1);
    heddle_atomic_end();
    pthread_join(t[LAST], NULL);
#elif defined CREATE
    pthread_t third;
    pthread_join(t[FIRST], NULL);
    pthread_create(&third, NULL, late, NULL);
    pthread_join(t[LAST], NULL);
    pthread_join(third, NULL);
#elif defined OTHER
    pthread_t third;
    pthread_create(&third, NULL, joiner, NULL);
    pthread_join(third, NULL);
#elif defined TRY
    int joined = !pthread_tryjoin_np(t[FIRST], NULL);
    wrong_if(joined && tickets == 1);
    if (!joined)
        pthread_join(t[FIRST], NULL);
    pthread_join(t[LAST], NULL);
#elif defined NEVER
    pthread_join(t[FIRST], NULL);
    wrong_if(tickets == 2);
    go = 1;
    pthread_join(t[LAST], NULL);
#elif defined DETACH
    pthread_detach(t[FIRST]);
    pthread_join(t[LAST], NULL);
#else
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
#endif
}

int main(void)
{
    pthread_create(&t[0], NULL, worker, NULL);
    pthread_create(&t[1], NULL, worker, NULL);
#if defined SELF
    known = (uintptr_t)t[FIRST];
#elif defined NUMBER
    known = (uintptr_t)gettid() + 1 + FIRST;
#elif defined CANCEL
    pthread_cancel(t[FIRST]);
#elif defined ASK
    pthread_kill(t[FIRST], 0);
#elif defined MEDDLE
    pthread_t other;
    pthread_create(&other, NULL, meddler, NULL);
#endif
    join_both();
#ifdef MEDDLE
    pthread_join(other, NULL);
#endif
#ifdef CANCEL
    wrong_if(left == 2);
#endif
    return 0;
}
