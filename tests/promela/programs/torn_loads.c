// verdict: FAILED assertion :11
// A store of another thread falls between two loads.
#include <assert.h>
#include <pthread.h>

static int x;

static void *worker(void *arg)
{
    int a = x, b = x;
    assert(a == b);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    x = 1;
    pthread_join(t, 0);
    return 0;
}
