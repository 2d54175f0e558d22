// verdict: FAILED data-race
// flags: --races error
// also: -DMENDED VERIFIED
// What a thread does between two meetings at a barrier is not ordered with what the other one does there.
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t meeting;
static int x;
static atomic_int written;

static void *writer(void *arg)
{
    pthread_barrier_wait(&meeting);
    x = 1;
    atomic_store_explicit(&written, 1, memory_order_relaxed);
    pthread_barrier_wait(&meeting);
    return arg;
}

int main(void)
{
    pthread_t t;
    int n = 0;

    pthread_barrier_init(&meeting, NULL, 2);
    pthread_create(&t, NULL, writer, NULL);
    pthread_barrier_wait(&meeting);
#ifdef MENDED
    pthread_barrier_wait(&meeting);
#endif
    if (atomic_load_explicit(&written, memory_order_relaxed))
        n = x;
#ifndef MENDED
    pthread_barrier_wait(&meeting);
#endif
    pthread_join(t, NULL);
    return n > 1;
}
