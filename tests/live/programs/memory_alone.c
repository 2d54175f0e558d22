// A thread that nobody waits for leaves no store in its buffer, however unfair the scheduler is.
// live: VERIFIED: --memory tso --fair none --allow-hang --ltl 'F "x == 1"'
// live: VERIFIED: --memory pso --fair none --allow-hang --ltl 'F ("x == 1" && "z == 1")'
// live: FAILED ltl: --memory tso --fair none --allow-hang --ltl 'F "y == 1"'
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, z;

static void *worker(void *arg)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&z, 1, memory_order_relaxed);
    while (!atomic_load_explicit(&y, memory_order_relaxed))
        ;
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
