// verdict: FAILED in-use :26
// A condition variable is destroyed while a thread sleeps at it.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int sleeping;

static void *work(void *arg)
{
    pthread_mutex_lock(&m);
    sleeping = 1;
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_mutex_lock(&m);
    int destroy = sleeping;
    pthread_mutex_unlock(&m);
    if (destroy)
        pthread_cond_destroy(&c);
    return 0;
}
