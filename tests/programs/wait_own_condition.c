// verdict: FAILED assertion
// also: -DRELEASED VERIFIED
// A thread that waits at a condition variable that nobody else can reach releases a mutex that others want: between the
// store and the wait the mutex is still held.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int begun;

static void *work(void *arg)
{
    pthread_cond_t own;

    pthread_cond_init(&own, NULL);
    pthread_mutex_lock(&m);
#ifndef RELEASED
    atomic_store(&begun, 1);
#endif
    pthread_cond_timedwait(&own, &m, &(struct timespec){0});
#ifdef RELEASED
    atomic_store(&begun, 1);
#endif
    return arg; /* and keeps the mutex */
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, work, NULL);
    if (atomic_load(&begun) && pthread_mutex_trylock(&m))
        assert(pthread_mutex_trylock(&m));
    return 0;
}
