// verdict: UNKNOWN mixed_release.c:20: an atomic access of 8 bytes that overlaps one of 4 bytes is not supported
// Half a variable is released, and all of it acquired.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static union {
    _Atomic uint64_t whole;
    _Atomic uint32_t half[2];
} x;

static void *releases(void *arg)
{
    atomic_store_explicit(&x.half[1], 1, memory_order_release);
    return arg;
}

static void *acquires(void *arg)
{
    (void)atomic_load_explicit(&x.whole, memory_order_acquire);
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, releases, NULL);
    pthread_create(&t[1], NULL, acquires, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
