// verdict: FAILED assertion :14
// A block is published by an atomic exchange.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) slot;

static void *reader(void *arg)
{
    int *p = slot;
    if (p)
        assert(*p == 1);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    int *p = calloc(1, sizeof *p);
    atomic_exchange(&slot, p);
    *p = 1;
    pthread_join(t, NULL);
    return 0;
}
