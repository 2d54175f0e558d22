// verdict: FAILED use-after-free
// also: -DMENDED VERIFIED
// A condition variable is freed while a thread sleeps at it, which wakes up by its time-out.
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *c;
static int go;

static void *sleeper(void *unused)
{
    struct timespec until = {2000000000, 0};

    pthread_mutex_lock(&m);
    while (!go)
        pthread_cond_timedwait(c, &m, &until);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t;

    c = malloc(sizeof *c);
    if (!c)
        return 1;
    pthread_cond_init(c, NULL);
    pthread_create(&t, NULL, sleeper, NULL);
    pthread_mutex_lock(&m);
    go = 1;
#ifdef MENDED
    pthread_cond_broadcast(c); /* whoever is woken needs it no more */
    pthread_cond_destroy(c);
#endif
    free(c);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
