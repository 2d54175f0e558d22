// restores: 20: store: relaxed -> release
// A ring for one producer and one consumer.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef PUBLISH
#define PUBLISH memory_order_release
#endif
enum { SIZE = 2, ITEMS = 3 };
static int ring[SIZE];
static atomic_uint head, tail;

static int push(int value)
{
    unsigned at = atomic_load_explicit(&tail, memory_order_relaxed);
    if (at - atomic_load_explicit(&head, memory_order_acquire) == SIZE)
        return 0;
    ring[at % SIZE] = value;
    atomic_store_explicit(&tail, at + 1, PUBLISH);
    return 1;
}

static int pop(int *value)
{
    unsigned at = atomic_load_explicit(&head, memory_order_relaxed);
    if (atomic_load_explicit(&tail, memory_order_acquire) == at)
        return 0;
    *value = ring[at % SIZE];
    atomic_store_explicit(&head, at + 1, memory_order_release);
    return 1;
}

static void *produce(void *arg)
{
    for (int i = 1; i <= ITEMS; i++)
        push(i);
    return arg;
}

int main(void)
{
    pthread_t t;
    int last = 0, value;
    pthread_create(&t, NULL, produce, NULL);
    for (int i = 0; i < ITEMS; i++)
        if (pop(&value)) {
            assert(value > last);
            last = value;
        }
    pthread_join(t, NULL);
    return 0;
}
