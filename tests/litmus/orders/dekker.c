// restores: 17: store: relaxed -> seq_cst
// restores: 19: load: relaxed -> seq_cst
// Of two threads that want in, at most one gets in: each tells the other, and looks after a fence.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef PUBLISH
#define PUBLISH memory_order_seq_cst
#endif
static atomic_int want[2];
static int inside;

static void *enter(void *arg)
{
    int me = arg != NULL;
    atomic_store_explicit(&want[me], 1, memory_order_relaxed);
    atomic_thread_fence(PUBLISH);
    if (!atomic_load_explicit(&want[!me], memory_order_relaxed))
        assert(inside++ == 0);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, enter, &t);
    enter(NULL);
    pthread_join(t, NULL);
    return 0;
}
