// verdict: VERIFIED
// also: -m32 VERIFIED
// also: -O2 VERIFIED
// A thread cancelled in a condition wait holds the mutex again in its cleanup handler.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int cleaned;

static void clean(void *arg)
{
    cleaned++;
    pthread_mutex_unlock(arg);
}

static void *work(void *arg)
{
    pthread_mutex_lock(&m);
    pthread_cleanup_push(clean, &m);
    while (1)
        pthread_cond_wait(&c, &m);
    pthread_cleanup_pop(1);
    return arg;
}

int main(void)
{
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, work, NULL);
    assert(pthread_cancel(t) == 0);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
    pthread_mutex_lock(&m);
    assert(cleaned == 1);
    pthread_mutex_unlock(&m);
    return 0;
}
