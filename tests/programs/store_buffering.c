// verdict: VERIFIED
// outcomes: 3
// Each stores, then looks at the other's: under sequential consistency one of them sees it.
#include <assert.h>
#include <pthread.h>

static volatile int x, y, a, b;

static void *left(void *arg)
{
    x = 1;
    a = y;
    return arg;
}

static void *right(void *arg)
{
    y = 1;
    b = x;
    return arg;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, left, NULL);
    pthread_create(&t[1], NULL, right, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(a || b);
    return 0;
}
