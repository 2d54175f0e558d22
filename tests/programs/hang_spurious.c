// verdict: FAILED hang :16
// also: --no-spurious FAILED hang :16
// also: -DMENDED VERIFIED
// A waiter that nobody signals, beside a thread that has stopped.  A spurious wake-up could release it; it is not
// to be counted on, as with deadlocks.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int done;

void *waiter(void *arg)
{
    pthread_mutex_lock(&m);
    if (!done)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    done = 1;
    return arg;
}

void *stopped(void *arg)
{
#ifdef MENDED
    pthread_mutex_lock(&m);
    done = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
#endif
    for (;;)
        ;
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, waiter, 0);
    pthread_create(&t, 0, stopped, 0);
    pthread_exit(0);
}
