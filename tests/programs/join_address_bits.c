// verdict: VERIFIED
// also: -DUNSET FAILED uninitialised
// Bits of an address come back as the result of a thread: printed, they are an address, and nothing that was never set.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void *index_of(void *arg)
{
#ifdef UNSET
    uintptr_t n;
    return (void *)(n + (arg != NULL));
#else
    return (void *)((uintptr_t)arg / 16 % 8);
#endif
}

static void *same(void *arg)
{
    return arg;
}

int main(void)
{
    pthread_t t;
    void *p = malloc(8), *result;

    pthread_create(&t, NULL, index_of, p);
    pthread_join(t, &result);
    printf("%d\n", (int)(uintptr_t)result);
    pthread_create(&t, NULL, same, (void *)((uintptr_t)p / 16 % 4));
    pthread_join(t, &result);
    printf("%d\n", (int)(uintptr_t)result);
    free(p);
    return 0;
}
