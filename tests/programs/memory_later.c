// verdict: FAILED assertion :22
// also: --memory tso FAILED assertion :22
// also: --memory pso FAILED assertion :22
// also: --memory tso -DBEFORE VERIFIED
// A node is handed over first and filled in afterwards: it is shared as soon as the pointer waits.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    atomic_int value;
};

static _Atomic(struct node *) head;

static void *reader(void *arg)
{
    struct node *n = atomic_load_explicit(&head, memory_order_acquire);

    if (n)
        assert(atomic_load_explicit(&n->value, memory_order_relaxed) == 7);
    return arg;
}

int main(void)
{
    pthread_t t;
    struct node *n = calloc(1, sizeof *n);

    pthread_create(&t, NULL, reader, NULL);
#ifdef BEFORE
    atomic_store_explicit(&n->value, 7, memory_order_relaxed);
#endif
    atomic_store_explicit(&head, n, memory_order_release);
    atomic_store_explicit(&n->value, 7, memory_order_relaxed);
    pthread_join(t, NULL);
    free(n);
    return 0;
}
