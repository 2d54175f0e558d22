// verdict: VERIFIED
// outcomes: 2
// A wait lets others take the mutex, in the middle of what the waiter does with it.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, x, seen;

static void *waiter(void *arg)
{
    pthread_mutex_lock(&m);
    x = 1;
    while (!ready)
        pthread_cond_wait(&c, &m);
    seen = x;
    pthread_mutex_unlock(&m);
    return arg;
}

static void *waker(void *arg)
{
    pthread_mutex_lock(&m);
    x = 2;
    ready = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, waiter, NULL);
    pthread_create(&b, NULL, waker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
