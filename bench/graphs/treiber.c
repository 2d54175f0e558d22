/* Treiber's stack: PUSHERS threads push a node each, POPPERS pop once each. Nodes are static, so that none is used again. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef PUSHERS
#define PUSHERS 2
#endif
#ifndef POPPERS
#define POPPERS 2
#endif

struct node {
    int value;
    struct node *next;
};

static struct node nodes[PUSHERS];
static _Atomic(struct node *) top;
static int got[POPPERS + 1];

static void *push(void *arg)
{
    int i = (int)(intptr_t)arg;
    struct node *n = &nodes[i], *seen = atomic_load_explicit(&top, memory_order_relaxed);

    n->value = i + 1;
    do
        n->next = seen;
    while (!atomic_compare_exchange_strong_explicit(&top, &seen, n, memory_order_release, memory_order_relaxed));
    return NULL;
}

static void *pop(void *arg)
{
    struct node *seen = atomic_load_explicit(&top, memory_order_acquire);

    while (seen && !atomic_compare_exchange_strong_explicit(&top, &seen, seen->next, memory_order_acquire, memory_order_acquire))
        ;
    got[(intptr_t)arg] = seen ? seen->value : 0;
    return NULL;
}

int main(void)
{
    pthread_t t[PUSHERS + POPPERS];

    for (intptr_t i = 0; i < PUSHERS + POPPERS; i++)
        pthread_create(&t[i], NULL, i < PUSHERS ? push : pop, (void *)(i < PUSHERS ? i : i - PUSHERS));
    for (int i = 0; i < PUSHERS + POPPERS; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < POPPERS; i++)
        for (int k = 0; k < i; k++)
            assert(!got[i] || got[i] != got[k]);
    return 0;
}
