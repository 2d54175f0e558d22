/* A message that is handed over by a flag.  The store to the flag has to be a release: relaxed, it does not
 * carry the message with it, and the receiver may see the flag and still read old data.
 *
 *   heddle check --memory rc11 examples/message.c                                 FAILED
 *   heddle check --memory rc11 -DFLAG=memory_order_release examples/message.c     VERIFIED */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef FLAG
#define FLAG memory_order_relaxed
#endif

static atomic_int data, ready;

static void *sender(void *arg)
{
    atomic_store_explicit(&data, 42, memory_order_relaxed);
    atomic_store_explicit(&ready, 1, FLAG);
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, sender, NULL);
    if (atomic_load_explicit(&ready, memory_order_acquire))
        assert(atomic_load_explicit(&data, memory_order_relaxed) == 42);
    pthread_join(t, NULL);
    return 0;
}
