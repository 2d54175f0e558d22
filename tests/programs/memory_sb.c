// verdict: VERIFIED
// also: --memory tso FAILED assertion
// also: --memory tso -DFENCED VERIFIED
// also: --memory pso FAILED assertion
// also: --memory pso -DFENCED VERIFIED
// Store buffering: both threads read the old value.
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
    a = LOAD(y);
    return arg;
}

static void *t1(void *arg)
{
    STORE(y, 1);
    FENCE;
    b = LOAD(x);
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
    assert(!(a == 0 && b == 0));
    return 0;
}
