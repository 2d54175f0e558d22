// verdict: VERIFIED
// Cancellation runs cleanup handlers first, then the destructors of keys.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int destroyed;

static void destroy(void *p)
{
    destroyed = *(int *)p;
}

static void make(void)
{
    pthread_key_create(&key, destroy);
}

static void clean(void *p)
{
    assert(destroyed == 0);
    *(int *)p += 1;
}

static void *worker(void *arg)
{
    pthread_once(&once, make);
    pthread_setspecific(key, arg);
    pthread_cleanup_push(clean, arg);
    for (;;)
        pthread_testcancel();
    pthread_cleanup_pop(0);
    return NULL;
}

int main(void)
{
    pthread_t t;
    int value = 1;
    void *result;
    pthread_create(&t, NULL, worker, &value);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED && value == 2 && destroyed == 2);
    return 0;
}
