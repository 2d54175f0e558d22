// verdict: FAILED assertion :16
// A thread that turns for ever beside the others: the steps to the failure are found again.
#include <assert.h>
#include <pthread.h>

int x;

static void *turns(void *arg)
{
    for (;;)
        ;
    return arg;
}
static void *reads(void *arg)
{
    int u = x, v = x; assert(u == v);
    return arg;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, turns, 0);
    pthread_create(&b, 0, reads, 0);
    x = 1;
    pthread_exit(0);
}
