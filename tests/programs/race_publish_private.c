// verdict: FAILED data-race :31
// flags: --races error
// Memory is handed over by a relaxed exchange.  When the taker writes to it, steps later, nobody else can reach it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) box;
static atomic_int taken;

static void *giver(void *arg)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    atomic_store_explicit(&box, p, memory_order_relaxed);
    p = NULL;
    while (!atomic_load_explicit(&taken, memory_order_relaxed))
        continue;
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
    atomic_store_explicit(&taken, 1, memory_order_relaxed);
    *p = 2;
    pthread_join(a, NULL);
    free(p);
    return 0;
}
