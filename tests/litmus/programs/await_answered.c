// verdict: VERIFIED
// executions: 8
// flags: --allow-hang
// A thread waits for 2, which one thread writes before 3 and another one exchanges for what it finds.  The exchange
// comes before the 2, before the 3 or last, and in each case either 2 ends the loop; in the first two the 3 is last,
// and it may be all that the loop ever sees.  That the thread has read 2 and would wait if it read 3 makes no other
// execution.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *wait(void *arg)
{
#ifdef UPDATES
    int two = 2;

    while (!atomic_compare_exchange_strong_explicit(&x, &two, 4, memory_order_relaxed, memory_order_relaxed))
        two = 2;
#else
    while (atomic_load_explicit(&x, memory_order_relaxed) != 2)
        ;
#endif
    return arg;
}

static void *store(void *arg)
{
    atomic_store_explicit(&x, 2, memory_order_relaxed);
    atomic_store_explicit(&x, 3, memory_order_relaxed);
    return arg;
}

static void *exchange(void *arg)
{
    atomic_exchange_explicit(&x, 2, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, wait, NULL);
    pthread_create(&t[1], NULL, store, NULL);
    pthread_create(&t[2], NULL, exchange, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
