// verdict: VERIFIED
// flag: --invariant=y <= x
// also: --memory tso VERIFIED
// also: --memory pso FAILED invariant
// also: --memory pso -DRELEASE VERIFIED
// An invariant is about memory: it is asked when a store gets there.
#include <pthread.h>
#include <stdatomic.h>

#ifdef RELEASE
#define ORDER memory_order_release
#else
#define ORDER memory_order_relaxed
#endif

static atomic_int x, y;

static void *writer(void *arg)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&y, 1, ORDER);
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, writer, NULL);
    int seen = atomic_load(&y);

    pthread_join(t, NULL);
    return seen > 1;
}
