// verdict: FAILED data-race :21
// flags: --races error
// also: -DMENDED VERIFIED
// sanitized
// One thread comes to the barrier again, with a third one, before another has left its first round: what it did
// meanwhile is not ordered with what the other one does then.
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t meeting;
static atomic_int stage;
static int x;

static void *slow(void *arg)
{
    pthread_barrier_wait(&meeting);
    while (atomic_load_explicit(&stage, memory_order_relaxed) < 2)
        continue;
#ifndef MENDED
    int *n = arg;
    *n = x;
#endif
    return NULL;
}

static void *third(void *arg)
{
    while (atomic_load_explicit(&stage, memory_order_relaxed) < 1)
        continue;
    pthread_barrier_wait(&meeting);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    int n = 0;

    pthread_barrier_init(&meeting, NULL, 2);
    pthread_create(&a, NULL, slow, &n);
    pthread_create(&b, NULL, third, NULL);
    pthread_barrier_wait(&meeting);
    x = 1;
    atomic_store_explicit(&stage, 1, memory_order_relaxed);
    pthread_barrier_wait(&meeting);
    atomic_store_explicit(&stage, 2, memory_order_relaxed);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return n > 1;
}
