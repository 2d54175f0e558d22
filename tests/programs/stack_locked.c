// verdict: VERIFIED
// A stack under a lock: what is pushed is popped, never from an empty one.
#include <assert.h>
#include <pthread.h>

enum { SIZE = 2 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int items[SIZE], top, sum;

static void *pusher(void *arg)
{
    for (int i = 1; i <= SIZE; i++) {
        pthread_mutex_lock(&m);
        assert(top < SIZE);
        items[top++] = i;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

static void *popper(void *arg)
{
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
        if (top > 0)
            sum += items[--top];
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, pusher, NULL);
    pthread_create(&b, NULL, popper, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    while (top > 0)
        sum += items[--top];
    assert(sum == 3);
    return 0;
}
