// restores: 17: read-modify-write: relaxed -> acq_rel
// A lock for two (Peterson): each tells that it wants in, and gives way by an exchange, which puts the two in an order.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef PUBLISH
#define PUBLISH memory_order_acq_rel
#endif
static atomic_int wants[2], turn;
static int inside;

static void *enter(void *arg)
{
    int me = arg != NULL;
    atomic_store_explicit(&wants[me], 1, memory_order_relaxed);
    atomic_exchange_explicit(&turn, !me, PUBLISH);
    while (atomic_load_explicit(&wants[!me], memory_order_acquire) &&
           atomic_load_explicit(&turn, memory_order_relaxed) != me)
        ;
    assert(inside++ == 0);
    inside--;
    atomic_store_explicit(&wants[me], 0, memory_order_release);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, enter, &t);
    enter(NULL);
    pthread_join(t, NULL);
    return 0;
}
