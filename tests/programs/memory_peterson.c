// verdict: VERIFIED
// also: --memory tso FAILED assertion :35
// also: --memory tso -DFENCED VERIFIED
// also: --memory tso -DSEQ_CST VERIFIED
// also: --memory tso --engine bfs -DFENCED VERIFIED
// also: --memory pso FAILED assertion :35
// also: --memory pso -DFENCED VERIFIED
// Peterson's lock: the own flag must be in memory before the other's is read.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FENCED
#define FENCE atomic_thread_fence(memory_order_seq_cst)
#else
#define FENCE (void)0
#endif
#ifdef SEQ_CST
#define ORDER memory_order_seq_cst
#else
#define ORDER memory_order_release
#endif

static atomic_int flag[2], turn, inside;

static void *worker(void *arg)
{
    int me = arg != NULL;

    atomic_store_explicit(&flag[me], 1, ORDER);
    atomic_store_explicit(&turn, !me, ORDER);
    FENCE;
    while (atomic_load(&flag[!me]) && atomic_load(&turn) == !me)
        ;
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    atomic_store_explicit(&flag[me], 0, memory_order_release);
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
