// verdict: VERIFIED
// executions: 2
// A node is published by a release.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    atomic_int value;
};
static struct node first;
static _Atomic(struct node *) top;

static void *sender(void *arg)
{
    struct node *n = &first;
    atomic_store_explicit(&n->value, 1, memory_order_relaxed);
    atomic_store_explicit(&top, n, memory_order_release);
    return arg;
}

int main(void)
{
    pthread_t t;
    struct node *n;
    pthread_create(&t, NULL, sender, NULL);
    n = atomic_load_explicit(&top, memory_order_acquire);
    if (n)
        assert(atomic_load_explicit(&n->value, memory_order_relaxed) == 1);
    pthread_join(t, NULL);
    return 0;
}
