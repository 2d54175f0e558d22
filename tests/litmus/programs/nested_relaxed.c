// verdict: FAILED assertion :32
// shows: an old value
// A message from the thread that a thread creates, handed over by a relaxed flag.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int data, ready;

static void *inner(void *arg)
{
    atomic_store_explicit(&data, 1, memory_order_relaxed);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return arg;
}

static void *outer(void *arg)
{
    pthread_t t;

    pthread_create(&t, NULL, inner, NULL);
    pthread_join(t, NULL);
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, outer, NULL);
    if (atomic_load_explicit(&ready, memory_order_acquire))
        assert(atomic_load_explicit(&data, memory_order_relaxed));
    pthread_join(t, NULL);
    return 0;
}
