// Two threads count.  By default without any protection.
// with : FAILED assertion / FAILED data-race
// with -DATOMIC: VERIFIED / VERIFIED
// with -DSPLIT: FAILED assertion / FAILED assertion
// with -DVOLATILE: FAILED assertion / FAILED assertion
// with -DMUTEX: VERIFIED / VERIFIED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#if defined ATOMIC || defined SPLIT
static atomic_int n;
#elif defined VOLATILE
static volatile int n;
#else
static int n;
#endif

static void *worker(void *arg)
{
#if defined ATOMIC
    atomic_fetch_add(&n, 1);
#elif defined SPLIT
    atomic_store(&n, atomic_load(&n) + 1);
#elif defined MUTEX
    pthread_mutex_lock(&m);
    n = n + 1;
    pthread_mutex_unlock(&m);
#else
    n = n + 1;
#endif
    return arg;
}

int main(void)
{
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(n == 2);
    return 0;
}
