// verdict: FAILED in-use :21
// A mutex is destroyed while a thread may hold it.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int entered;

static void *work(void *arg)
{
    pthread_mutex_lock(&m);
    entered = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    if (entered)
        pthread_mutex_destroy(&m);
    pthread_join(t, NULL);
    return 0;
}
