// verdict: VERIFIED
// executions: 2
// A node on the heap that is published behind a fence.
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
    atomic_thread_fence(memory_order_release);
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
