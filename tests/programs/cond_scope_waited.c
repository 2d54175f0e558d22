// verdict: FAILED use-after-scope
// also: -DMENDED VERIFIED
// A thread sleeps at a condition variable of a call that has returned.
#include <pthread.h>
#include <sched.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *c;

static void *sleeper(void *unused)
{
    struct timespec until = {2000000000, 0};

    pthread_mutex_lock(&m);
    if (c)
        pthread_cond_timedwait(c, &m, &until);
    pthread_mutex_unlock(&m);
    return unused;
}

static void lend(void)
{
    pthread_cond_t own = PTHREAD_COND_INITIALIZER;

    pthread_mutex_lock(&m);
    c = &own;
    pthread_mutex_unlock(&m);
    sched_yield();
    pthread_mutex_lock(&m);
    c = NULL;
#ifdef MENDED
    pthread_cond_broadcast(&own);
#endif
    pthread_mutex_unlock(&m);
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, sleeper, NULL);
    lend();
    pthread_join(t, NULL);
    return 0;
}
