// verdict: FAILED assertion :14
// A block is published by a compare-exchange.
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
    int *p = calloc(1, sizeof *p), *none = NULL;
    atomic_compare_exchange_strong(&slot, &none, p);
    *p = 1;
    pthread_join(t, NULL);
    return 0;
}
