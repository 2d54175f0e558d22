// verdict: VERIFIED
// also: --memory tso VERIFIED
// also: --memory pso FAILED assertion :30
// also: --memory pso -DRELEASE VERIFIED
// also: --memory pso -DFENCED VERIFIED
// A node is filled in while nobody else knows it, and handed over by a pointer that may overtake
// that.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef RELEASE
#define ORDER memory_order_release
#else
#define ORDER memory_order_relaxed
#endif

struct node {
    int value;
};

static _Atomic(struct node *) head;

static void *reader(void *arg)
{
    struct node *n = atomic_load_explicit(&head, memory_order_acquire);

    if (n)
        assert(n->value == 7);
    return arg;
}

int main(void)
{
    pthread_t t;
    struct node *n;

    pthread_create(&t, NULL, reader, NULL);
    n = calloc(1, sizeof *n);
    n->value = 7;
#ifdef FENCED
    atomic_thread_fence(memory_order_release);
#endif
    atomic_store_explicit(&head, n, ORDER);
    pthread_join(t, NULL);
    free(n);
    return 0;
}
