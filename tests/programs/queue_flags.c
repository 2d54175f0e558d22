// verdict: FAILED assertion :27
// A queue under a lock whose flag to take is set before the last element is in.
#include <assert.h>
#include <pthread.h>

enum { SIZE = 3 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int items[SIZE], count, may_take;

static void *putter(void *arg)
{
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
        may_take = 1;
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&m);
        items[count++] = i;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

static void *taker(void *arg)
{
    pthread_mutex_lock(&m);
    if (may_take)
        assert(count > 0);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, putter, NULL);
    pthread_create(&b, NULL, taker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
