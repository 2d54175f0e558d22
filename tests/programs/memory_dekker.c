// verdict: VERIFIED
// also: --memory tso FAILED assertion :38
// also: --memory tso -DFENCED VERIFIED
// also: --memory pso FAILED assertion :38
// also: --memory pso -DFENCED VERIFIED
// Dekker's lock: who wants to enter says so, and then looks whether the other does.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FENCED
#define FENCE atomic_thread_fence(memory_order_seq_cst)
#else
#define FENCE (void)0
#endif
#define SET(x, v) atomic_store_explicit(&(x), v, memory_order_release)
#define GET(x)    atomic_load_explicit(&(x), memory_order_acquire)

static atomic_int wants[2], turn, inside;

static void *worker(void *arg)
{
    int me = arg != NULL;

    SET(wants[me], 1);
    FENCE;
    while (GET(wants[!me])) {
        if (GET(turn) == me)
            continue;
        SET(wants[me], 0);
        while (GET(turn) != me)
            ;
        SET(wants[me], 1);
        FENCE;
    }
    int before = atomic_fetch_add(&inside, 1);

    assert(before == 0);
    atomic_fetch_sub(&inside, 1);
    SET(turn, !me);
    SET(wants[me], 0);
    return NULL;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, worker, NULL);
    pthread_create(&t[1], NULL, worker, t);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
