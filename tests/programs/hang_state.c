// verdict: VERIFIED
// also: -DALONE FAILED hang
// Where one of two threads that take locks for ever rests may not decide whether they hang: the second
// one is a service, and blocked while the first one has the lock.
#include <pthread.h>

static int x, d, e;
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void *poller(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&first);
        pthread_mutex_unlock(&first);
        if (d == 2)
            for (;;)
                ;
    }
    return arg;
}

static void *service(void *arg)
{
#ifndef ALONE
    for (;;)
#endif
    {
        pthread_mutex_lock(&second);
        pthread_mutex_lock(&first);
        e = !x;
        pthread_mutex_unlock(&first);
        pthread_mutex_unlock(&second);
    }
    return arg;
}

int main(void)
{
    pthread_t t, u;

    pthread_create(&t, NULL, poller, NULL);
    pthread_create(&u, NULL, service, NULL);
    pthread_exit(0);
}
