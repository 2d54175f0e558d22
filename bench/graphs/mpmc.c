/* Vyukov's bounded queue for several producers and consumers: each cell has a number that says whose turn it is. PRODUCERS
 * put a value each, CONSUMERS ask once each. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifndef CONSUMERS
#define CONSUMERS 1
#endif
#define CELLS 4u

static struct cell {
    atomic_uint turn;
    int value;
} cells[CELLS];
static atomic_uint writes, reads;
static int got[CONSUMERS + 1];

/* The cell that is the thread's, its number in *at; NULL: the queue is full, or empty. */
static struct cell *claim(atomic_uint *position, unsigned ahead, unsigned *at)
{
    *at = atomic_load_explicit(position, memory_order_relaxed);
    for (;;) {
        struct cell *c = &cells[*at % CELLS];
        unsigned turn = atomic_load_explicit(&c->turn, memory_order_acquire);
        int late = (int)(turn - (*at + ahead));

        if (late < 0)
            return NULL;
        if (late > 0)
            *at = atomic_load_explicit(position, memory_order_relaxed);
        else if (atomic_compare_exchange_strong_explicit(position, at, *at + 1, memory_order_relaxed, memory_order_relaxed))
            return c;
    }
}

static void *produce(void *arg)
{
    unsigned at;
    struct cell *c = claim(&writes, 0, &at);

    if (c) {
        c->value = (int)(intptr_t)arg + 1;
        atomic_store_explicit(&c->turn, at + 1, memory_order_release);
    }
    return NULL;
}

static void *consume(void *arg)
{
    unsigned at;
    struct cell *c = claim(&reads, 1, &at);

    if (c) {
        got[(intptr_t)arg] = c->value;
        atomic_store_explicit(&c->turn, at + CELLS, memory_order_release);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[PRODUCERS + CONSUMERS];

    for (unsigned i = 0; i < CELLS; i++)
        atomic_init(&cells[i].turn, i);
    for (intptr_t i = 0; i < PRODUCERS + CONSUMERS; i++)
        pthread_create(&t[i], NULL, i < PRODUCERS ? produce : consume, (void *)(i < PRODUCERS ? i : i - PRODUCERS));
    for (int i = 0; i < PRODUCERS + CONSUMERS; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < CONSUMERS; i++)
        for (int k = 0; k < i; k++)
            assert(!got[i] || got[i] != got[k]);
    return 0;
}
