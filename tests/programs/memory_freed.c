// verdict: VERIFIED
// also: --memory tso VERIFIED
// also: --memory pso FAILED use-after-free
// also: --memory pso -DRELEASE VERIFIED
// The last store to a node may reach memory after the one that says that the node is no longer
// used.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef RELEASE
#define ORDER memory_order_release
#else
#define ORDER memory_order_relaxed
#endif

static atomic_int *node, done;

static void *user(void *arg)
{
    atomic_store_explicit(node, 1, memory_order_relaxed);
    atomic_store_explicit(&done, 1, ORDER);
    return arg;
}

int main(void)
{
    pthread_t t;

    node = calloc(1, sizeof *node);
    pthread_create(&t, NULL, user, NULL);
    if (atomic_load_explicit(&done, memory_order_acquire))
        free(node);
    pthread_join(t, NULL);
    return 0;
}
