// verdict: UNKNOWN mixed_heap.c:30: an atomic access of 8 bytes that overlaps one of 4 bytes is not supported
// A thread sets half of a variable of its own, publishes it, and another one reads all of it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

typedef union number {
    _Atomic uint64_t whole;
    _Atomic uint32_t half[2];
} number;

static _Atomic(number *) published;

static void *publishes(void *arg)
{
    number *n = calloc(1, sizeof *n);

    atomic_store_explicit(&n->half[0], 1, memory_order_relaxed);
    atomic_store_explicit(&published, n, memory_order_release);
    return arg;
}

static void *reads(void *arg)
{
    number *n = atomic_load_explicit(&published, memory_order_acquire);

    if (!n)
        return arg;
    (void)atomic_load_explicit(&n->whole, memory_order_acquire);
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, publishes, NULL);
    pthread_create(&t[1], NULL, reads, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
