// verdict: FAILED data-race
// flags: --races error
// also: -DSAFE VERIFIED
// A weak compare-exchange, which may fail for no reason, races with a plain read of the same memory.
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int x;

static void *writer(void *arg)
{
    int e = 0;

    atomic_compare_exchange_weak(&x, &e, 1);
    return arg;
}

int main(void)
{
    pthread_t t;
    int seen;

    pthread_create(&t, NULL, writer, NULL);
#ifdef SAFE
    seen = x;
#else
    seen = *(int *)&x;
#endif
    pthread_join(t, NULL);
    return seen > 1;
}
