// verdict: UNKNOWN mixed_plain.c:26: a plain write to a part of an atomic variable is not supported
// What other threads accessed as a whole is written in part when they are over.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static union {
    _Atomic uint64_t whole;
    uint32_t half[2];
} x;

static void *sets(void *arg)
{
    atomic_store_explicit(&x.whole, 1, memory_order_release);
    return arg;
}

int main(void)
{
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, sets, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    x.half[1] = 1;
    return 0;
}
