// Plain accesses that something orders, and the same without it.
// with -DSPIN: VERIFIED / VERIFIED
// with -DREAD_WRITE: VERIFIED / VERIFIED
// with -DREAD_WRITE -DBAD: FAILED assertion / FAILED data-race
// with -DSEMAPHORE: VERIFIED / VERIFIED
// with -DSEMAPHORE -DBAD: FAILED assertion / FAILED data-race
// with -DBARRIER: VERIFIED / VERIFIED
// with -DBARRIER -DBAD: VERIFIED / FAILED data-race
// with -DONCE: VERIFIED / VERIFIED
// with -DCONDITION: VERIFIED / VERIFIED
// with -DTWO: FAILED assertion / FAILED data-race
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static int n;

#if defined SPIN
static pthread_spinlock_t l;
static void setup(void) { pthread_spin_init(&l, 0); }
static void in(void) { pthread_spin_lock(&l); }
static void out(void) { pthread_spin_unlock(&l); }
#elif defined READ_WRITE
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static void setup(void) {}
#ifdef BAD
static void in(void) { pthread_rwlock_rdlock(&l); }
#else
static void in(void) { pthread_rwlock_wrlock(&l); }
#endif
static void out(void) { pthread_rwlock_unlock(&l); }
#elif defined SEMAPHORE
static sem_t s;
#ifdef BAD
static void setup(void) { sem_init(&s, 0, 2); }
#else
static void setup(void) { sem_init(&s, 0, 1); }
#endif
static void in(void) { sem_wait(&s); }
static void out(void) { sem_post(&s); }
#elif defined BARRIER
static pthread_barrier_t b;
static int slots[2];
static void setup(void) { pthread_barrier_init(&b, NULL, 2); }
#elif defined ONCE
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void setup(void) {}
static void make(void) { n = 2; }
#elif defined CONDITION
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int turn;
static void setup(void) {}
#else /* two locks for one variable */
static pthread_mutex_t two[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static void setup(void) {}
#endif

static void *worker(void *arg)
{
    int me = *(int *)arg;

#if defined BARRIER
    slots[me] = 1;
#ifndef BAD
    pthread_barrier_wait(&b);
#endif
    if (slots[1 - me] && me == 0)
        n = 2;
#ifdef BAD
    pthread_barrier_wait(&b);
    if (me == 0)
        n = 2;
#endif
#elif defined ONCE
    pthread_once(&once, make);
    assert(n == 2);
#elif defined CONDITION
    pthread_mutex_lock(&m);
    while (turn != me)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    n = n + 1;
    pthread_mutex_lock(&m);
    turn++;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
#elif defined TWO
    pthread_mutex_lock(&two[me]);
    n = n + 1;
    pthread_mutex_unlock(&two[me]);
#else
    (void)me;
    in();
    n = n + 1;
    out();
#endif
    return arg;
}

int main(void)
{
    pthread_t t[2];
    int names[2] = {0, 1};

    setup();
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, &names[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(n == 2);
    return 0;
}
