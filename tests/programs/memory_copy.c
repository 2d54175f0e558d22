// verdict: VERIFIED
// also: --memory tso VERIFIED
// also: --memory pso FAILED assertion :44
// also: --memory pso -DRELEASE VERIFIED
// A node is filled in by a copy and a memset while it is private, and read back by its own thread.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#ifdef RELEASE
#define ORDER memory_order_release
#else
#define ORDER memory_order_relaxed
#endif

struct node {
    long value, other;
};

static const struct node model = {7, 8};
static _Atomic(struct node *) head;

static void *writer(void *arg)
{
    struct node *n = calloc(1, sizeof *n), back;

    memset(n, 1, sizeof n->value);
    *n = model;
    back = *n;
    assert(back.value == 7 && back.other == 8);
    atomic_store_explicit(&head, n, ORDER);
    return arg;
}

int main(void)
{
    pthread_t t;
    struct node *n;

    pthread_create(&t, NULL, writer, NULL);
    n = atomic_load_explicit(&head, memory_order_acquire);
    assert(!n || n->other == 8);
    pthread_join(t, NULL);
    free(atomic_load(&head));
    return 0;
}
