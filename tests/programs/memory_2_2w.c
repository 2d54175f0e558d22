// verdict: VERIFIED
// also: --memory tso VERIFIED
// also: --memory tso -DFENCED VERIFIED
// also: --memory pso FAILED assertion
// also: --memory pso -DFENCED VERIFIED
// Two threads store to two places in opposite orders, and both first stores come last.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FENCED
#define FENCE atomic_thread_fence(memory_order_seq_cst)
#else
#define FENCE (void)0
#endif
#define STORE(x, v) atomic_store_explicit(&(x), v, memory_order_relaxed)
#define LOAD(x)     atomic_load_explicit(&(x), memory_order_relaxed)

static atomic_int x, y;
static int a, b, c, d;

static void *t0(void *arg)
{
    STORE(x, 1);
    FENCE;
    STORE(y, 2);
    return arg;
}

static void *t1(void *arg)
{
    STORE(y, 1);
    FENCE;
    STORE(x, 2);
    return arg;
}

int main(void)
{
    pthread_t t[2];
    void *(*const f[])(void *) = {t0, t1};

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, f[i], NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(!(x == 1 && y == 1));
    return 0;
}
