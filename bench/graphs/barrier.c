/* A barrier by hand: N threads count down, the last one lets all go on, ROUNDS times. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

static atomic_int missing = N, round_now;
static int done[N];

static void meet(int round)
{
    if (atomic_fetch_sub_explicit(&missing, 1, memory_order_acq_rel) == 1) {
        atomic_store_explicit(&missing, N, memory_order_relaxed);
        atomic_store_explicit(&round_now, round + 1, memory_order_release);
        return;
    }
    while (atomic_load_explicit(&round_now, memory_order_acquire) == round)
        ;
}

static void *worker(void *arg)
{
    int i = (int)(intptr_t)arg;

    for (int r = 0; r < ROUNDS; r++) {
        done[i] = r + 1;
        meet(2 * r);
        assert(done[(i + 1) % N] == r + 1);
        meet(2 * r + 1);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[N];

    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], NULL, worker, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
