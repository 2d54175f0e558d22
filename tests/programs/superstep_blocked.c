// verdict: VERIFIED
// outcomes: 2
// The waiter can do nothing while main holds the mutex, yet it may be the next to run when that is
// released: the store after the release must not be taken along.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, seen;

static void *waiter(void *arg)
{
    pthread_mutex_lock(&m);
    seen = x;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, waiter, NULL);
    pthread_mutex_unlock(&m);
    x = 1;
    pthread_join(t, NULL);
    return 0;
}
