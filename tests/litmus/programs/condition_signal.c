// verdict: FAILED deadlock
// One signal for two threads that wait: the other one sleeps for good.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *wait(void *arg)
{
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    assert(ready == 1);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, wait, NULL);
    pthread_create(&t[1], NULL, wait, NULL);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
