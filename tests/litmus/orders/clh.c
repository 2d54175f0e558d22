// restores: 25: store: relaxed -> release
// A queue lock: each thread spins at the node of the one before it (Craig, Landin and Hagersten).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef PUBLISH
#define PUBLISH memory_order_release
#endif
typedef struct node {
    atomic_int held;
} node;
static node nodes[3];
static _Atomic(node *) tail = &nodes[2];
static int count;

static void *work(void *arg)
{
    node *me = arg;
    atomic_store_explicit(&me->held, 1, memory_order_relaxed);
    node *before = atomic_exchange_explicit(&tail, me, memory_order_acq_rel);
    while (atomic_load_explicit(&before->held, memory_order_acquire))
        ;
    count++;
    atomic_store_explicit(&me->held, 0, PUBLISH);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, &nodes[1]);
    work(&nodes[0]);
    pthread_join(t, NULL);
    assert(count == 2);
    return 0;
}
