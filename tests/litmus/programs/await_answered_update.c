// verdict: VERIFIED
// executions: 8
// flags: --allow-hang
// As await_answered.c, of a loop that ends with a read-modify-write: it comes right after the 2 that it takes.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *take(void *arg)
{
    int two = 2;

    while (!atomic_compare_exchange_strong_explicit(&x, &two, 4, memory_order_relaxed, memory_order_relaxed))
        two = 2;
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
    pthread_create(&t[0], NULL, take, NULL);
    pthread_create(&t[1], NULL, store, NULL);
    pthread_create(&t[2], NULL, exchange, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
