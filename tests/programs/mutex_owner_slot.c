// verdict: FAILED unlock :15
// A later thread is not taken for the one that died with the mutex.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *taker(void *arg)
{
    pthread_mutex_lock(&m);
    return arg;
}

static void *giver(void *arg)
{
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, taker, NULL);
    pthread_join(t, NULL);
    pthread_create(&t, NULL, giver, NULL);
    pthread_join(t, NULL);
    return 0;
}
