// verdict: FAILED data-race :27
// flags: --races error
// Memory is handed over by a relaxed exchange, and nobody but the taker points to it any more.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) box;

static void *giver(void *arg)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    atomic_store_explicit(&box, p, memory_order_relaxed);
    p = NULL;
    return arg;
}

int main(void)
{
    pthread_t a;
    int *p;
    pthread_create(&a, NULL, giver, NULL);
    do
        p = atomic_exchange_explicit(&box, NULL, memory_order_relaxed);
    while (!p);
    *p = 2;
    pthread_join(a, NULL);
    free(p);
    return 0;
}
