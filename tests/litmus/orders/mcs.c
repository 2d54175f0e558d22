// restores: 41: store: relaxed -> release
// A queue lock: each thread spins at its own node (Mellor-Crummey and Scott).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef PUBLISH
#define PUBLISH memory_order_release
#endif
typedef struct node {
    _Atomic(struct node *) next;
    atomic_int wait;
} node;
static _Atomic(node *) tail;
static node nodes[2];
static int count;

static void lock(node *me)
{
    atomic_store_explicit(&me->next, NULL, memory_order_relaxed);
    atomic_store_explicit(&me->wait, 1, memory_order_relaxed);
    node *before = atomic_exchange_explicit(&tail, me, memory_order_acq_rel);
    if (!before)
        return;
    atomic_store_explicit(&before->next, me, memory_order_release);
    while (atomic_load_explicit(&me->wait, memory_order_acquire))
        ;
}

static void unlock(node *me)
{
    node *last = me;
    if (!atomic_load_explicit(&me->next, memory_order_acquire)) {
        if (atomic_compare_exchange_strong_explicit(&tail, &last, NULL, memory_order_release,
                                                    memory_order_relaxed))
            return;
        while (!atomic_load_explicit(&me->next, memory_order_acquire))
            ;
    }
    node *next = atomic_load_explicit(&me->next, memory_order_relaxed);
    atomic_store_explicit(&next->wait, 0, PUBLISH);
}

static void *work(void *arg)
{
    lock(arg);
    count++;
    unlock(arg);
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
