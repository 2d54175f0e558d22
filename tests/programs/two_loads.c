// verdict: FAILED assertion :21
// also: -O2 VERIFIED
// Two loads of one variable around another thread's store differ; the optimiser makes them one.
#include <assert.h>
#include <pthread.h>

static int x;

static void *writer(void *arg)
{
    x = 1;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    int a = x;
    int b = x;
    assert(a == b);
    pthread_join(t, NULL);
    return 0;
}
