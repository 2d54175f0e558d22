// restores: 27: store: relaxed -> release
// Readers follow a pointer between two counters of their own; the writer replaces what it points to, waits until
// no reader is left that may have the old one, and frees that.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef PUBLISH
#define PUBLISH memory_order_release
#endif
struct config {
    int a, b;
};
static struct config *_Atomic now;
static atomic_int reading;

static void replace(void)
{
    struct config *made = malloc(sizeof *made), *old = atomic_load_explicit(&now, memory_order_relaxed);

    if (!made)
        return;
    made->a = 2;
    made->b = 2;
    /* A reader that comes now sees the new one whole, or the old one. */
    atomic_store_explicit(&now, made, PUBLISH);
    atomic_thread_fence(memory_order_seq_cst);
    if (atomic_load_explicit(&reading, memory_order_acquire) == 0)
        free(old);
}

static void *reader(void *arg)
{
    const struct config *c;

    atomic_fetch_add_explicit(&reading, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    c = atomic_load_explicit(&now, memory_order_acquire);
    assert(c->a == c->b);
    atomic_fetch_sub_explicit(&reading, 1, memory_order_release);
    return arg;
}

int main(void)
{
    pthread_t t;
    struct config *first = malloc(sizeof *first);

    if (!first)
        return 0;
    first->a = first->b = 1;
    atomic_init(&now, first);
    pthread_create(&t, NULL, reader, NULL);
    replace();
    pthread_join(t, NULL);
    return 0;
}
