// verdict: FAILED data-race
// A node on the heap that is published by a relaxed store: what filled it races with who reads it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
};
static _Atomic(struct node *) top;

static void *sender(void *arg)
{
    struct node *n = malloc(sizeof *n);
    n->value = 1;
    atomic_store_explicit(&top, n, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t t;
    struct node *n;
    int seen = 0;
    pthread_create(&t, NULL, sender, NULL);
    n = atomic_load_explicit(&top, memory_order_acquire);
    if (n)
        seen = n->value;
    pthread_join(t, NULL);
    free(atomic_load(&top));
    return seen;
}
