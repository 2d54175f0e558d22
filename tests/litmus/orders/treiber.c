// restores: 23: read-modify-write: relaxed -> release
// A stack of nodes, pushed by one thread and taken as a whole by another (Treiber).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef PUBLISH
#define PUBLISH memory_order_release
#endif
typedef struct node {
    int value;
    struct node *next;
} node;
static _Atomic(node *) top;
static node nodes[2];

static void push(node *n, int value)
{
    node *old = atomic_load_explicit(&top, memory_order_relaxed);
    n->value = value;
    do
        n->next = old;
    while (!atomic_compare_exchange_strong_explicit(&top, &old, n, PUBLISH, memory_order_relaxed));
}

static node *pop(void)
{
    node *old = atomic_load_explicit(&top, memory_order_acquire);
    while (old && !atomic_compare_exchange_strong_explicit(&top, &old, old->next,
                                                           memory_order_relaxed, memory_order_acquire))
        ;
    return old;
}

static void *work(void *arg)
{
    push(&nodes[0], 1);
    push(&nodes[1], 2);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    node *n = pop();
    if (n)
        assert(n->value == 1 || n->value == 2);
    pthread_join(t, NULL);
    return 0;
}
