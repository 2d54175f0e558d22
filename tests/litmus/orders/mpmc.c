// restores: 38: store: relaxed -> release
// spare: 26: load: acquire -> relaxed
// spare: 52: store: release -> relaxed
// A bounded queue for many producers and many consumers: each cell counts its rounds.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef PUBLISH
#define PUBLISH memory_order_release
#endif
enum { SIZE = 2 };
static struct cell {
    atomic_uint round;
    int value;
} cells[SIZE];
static atomic_uint tail, head;

static int push(int value)
{
    unsigned at = atomic_load_explicit(&tail, memory_order_relaxed);
    struct cell *c;

    for (;;) {
        c = &cells[at % SIZE];
        unsigned round = atomic_load_explicit(&c->round, memory_order_acquire);

        if ((int)(round - at) < 0)
            return 0;
        if (round == at && atomic_compare_exchange_strong_explicit(&tail, &at, at + 1, memory_order_relaxed,
                                                                   memory_order_relaxed))
            break;
        if (round != at)
            at = atomic_load_explicit(&tail, memory_order_relaxed);
    }
    c->value = value;
    /* what was written goes with the round */
    atomic_store_explicit(&c->round, at + 1, PUBLISH);
    return 1;
}

static int pop(int *value)
{
    unsigned at = atomic_load_explicit(&head, memory_order_relaxed);
    struct cell *c = &cells[at % SIZE];

    if (atomic_load_explicit(&c->round, memory_order_acquire) != at + 1)
        return 0;
    if (!atomic_compare_exchange_strong_explicit(&head, &at, at + 1, memory_order_relaxed, memory_order_relaxed))
        return 0;
    *value = c->value;
    atomic_store_explicit(&c->round, at + SIZE, memory_order_release);
    return 1;
}

static void *producer(void *arg)
{
    push(arg ? 2 : 1);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int got;

    for (unsigned i = 0; i < SIZE; i++)
        atomic_init(&cells[i].round, i);
    pthread_create(&a, NULL, producer, NULL);
    pthread_create(&b, NULL, producer, &a);
    if (pop(&got))
        assert(got == 1 || got == 2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
