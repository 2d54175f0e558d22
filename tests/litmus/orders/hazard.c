// spare: 27: load: acquire -> relaxed
// spare: 49: store: release -> relaxed
// spare: 62: store: release -> relaxed
// restores: 25: store: release -> seq_cst
// restores: 27: load: acquire -> seq_cst
// A stack whose nodes are freed when no hazard pointer of the other thread names them (Treiber, Michael).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef PUBLISH
#define PUBLISH memory_order_seq_cst
#endif
typedef struct node {
    int value;
    struct node *next;
} node;
static _Atomic(node *) top, hazard[2];

static node *protect(int me)
{
    for (;;) {
        node *old = atomic_load_explicit(&top, memory_order_relaxed);
        atomic_store_explicit(&hazard[me], old, memory_order_release);
        atomic_thread_fence(PUBLISH);
        if (atomic_load_explicit(&top, memory_order_acquire) == old)
            return old;
    }
}

static void retire(node *n, int me)
{
    atomic_thread_fence(memory_order_seq_cst);
    if (atomic_load_explicit(&hazard[!me], memory_order_acquire) != n)
        free(n);
}

static void *pop(void *arg)
{
    int me = arg != NULL;
    node *old;
    do
        old = protect(me);
    while (old && !atomic_compare_exchange_strong_explicit(&top, &old, old->next, memory_order_relaxed,
                                                           memory_order_relaxed));
    if (old)
        assert(old->value == 1);
    atomic_store_explicit(&hazard[me], NULL, memory_order_release);
    if (old)
        retire(old, me);
    return arg;
}

int main(void)
{
    pthread_t t;
    node *n = malloc(sizeof *n);
    if (!n)
        return 1;
    *n = (node){1, NULL};
    atomic_store_explicit(&top, n, memory_order_release);
    pthread_create(&t, NULL, pop, &t);
    pop(NULL);
    pthread_join(t, NULL);
    return 0;
}
