// What a relaxed read could find leads to a function that nobody wrote: not decided, so the orders stay.
#include <pthread.h>
#include <stdatomic.h>

void unwritten(void);
static atomic_int data, ready;

static void *send(void *arg)
{
    atomic_store_explicit(&data, 1, memory_order_relaxed);
    atomic_store_explicit(&ready, 1, memory_order_release);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, send, NULL);
    if (atomic_load_explicit(&ready, memory_order_acquire) &&
        !atomic_load_explicit(&data, memory_order_relaxed))
        unwritten();
    pthread_join(t, NULL);
    return 0;
}
