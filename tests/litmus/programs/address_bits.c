// verdict: UNKNOWN address_bits.c:22: a branch depends on where an object lies
// Bits of an address that is no pointer any more were given a value: what reads them from an atomic
// object depends on where something lies, and is not uninitialised.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static _Atomic uintptr_t word;
static int here;

static void *run(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, run, NULL);
    atomic_store(&word, (uintptr_t)&here >> 1);
    if (atomic_load(&word) & 32)
        here = 1;
    pthread_join(t, NULL);
}
