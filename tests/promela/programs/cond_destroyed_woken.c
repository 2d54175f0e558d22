// verdict: VERIFIED
// A condition variable is destroyed when all have been woken, though none has the mutex again yet.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go;

static void *sleeper(void *unused)
{
    pthread_mutex_lock(&m);
    if (!go)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, sleeper, NULL);
    pthread_mutex_lock(&m);
    go = 1;
    pthread_cond_broadcast(&c);
    pthread_cond_destroy(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
