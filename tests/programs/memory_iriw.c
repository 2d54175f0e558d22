// verdict: VERIFIED
// also: --memory tso VERIFIED
// also: --memory tso -DFENCED VERIFIED
// also: --memory pso VERIFIED
// also: --memory pso -DFENCED VERIFIED
// Independent reads of independent writes: two readers see them in different orders.
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
    return arg;
}

static void *t1(void *arg)
{
    STORE(y, 1);
    return arg;
}

static void *t2(void *arg)
{
    a = LOAD(x);
    FENCE;
    b = LOAD(y);
    return arg;
}

static void *t3(void *arg)
{
    c = LOAD(y);
    FENCE;
    d = LOAD(x);
    return arg;
}

int main(void)
{
    pthread_t t[4];
    void *(*const f[])(void *) = {t0, t1, t2, t3};

    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, f[i], NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    assert(!(a == 1 && b == 0 && c == 1 && d == 0));
    return 0;
}
