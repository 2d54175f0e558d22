// verdict: VERIFIED
// executions: 1
// A weak compare-exchange in a loop, before there is another thread: it may fail for no reason, and is tried again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void add(int n)
{
    int old = atomic_load_explicit(&x, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&x, &old, old + n, memory_order_acq_rel, memory_order_relaxed))
        ;
}

static void *thread(void *arg)
{
    add(2);
    return arg;
}

int main(void)
{
    pthread_t t;
    add(1);
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    add(4);
    assert(atomic_load(&x) == 7);
    return 0;
}
