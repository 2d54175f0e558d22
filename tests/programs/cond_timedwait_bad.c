// verdict: FAILED assertion :29
// A time-out is taken for the event.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *work(void *arg)
{
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t;
    struct timespec until = {0, 0};
    int code = 0;
    pthread_create(&t, NULL, work, NULL);
    pthread_mutex_lock(&m);
    while (!ready && code == 0)
        code = pthread_cond_timedwait(&c, &m, &until);
    assert(ready);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
