// verdict: VERIFIED
// also: --memory tso VERIFIED
// also: --memory pso VERIFIED
// also: --memory tso -DPLAIN FAILED assertion :45
// A read-modify-write, whatever its order, is a locked instruction: the stores before it are in
// memory.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define STORE(x, v) atomic_store_explicit(&(x), v, memory_order_relaxed)
#define LOAD(x)     atomic_load_explicit(&(x), memory_order_relaxed)

static atomic_int x, y, own[2];

static int update(int me)
{
#ifdef PLAIN
    STORE(own[me], 1);
    return 0;
#else
    return atomic_fetch_add_explicit(&own[me], 1, memory_order_relaxed);
#endif
}

static void *other(void *arg)
{
    (void)arg;
    STORE(x, 1);
    assert(update(0) == 0);
    return (void *)(long)LOAD(y);
}

int main(void)
{
    pthread_t t;
    void *seen;

    pthread_create(&t, NULL, other, NULL);
    STORE(y, 1);
    assert(update(1) == 0);
    int mine = LOAD(x);

    pthread_join(t, &seen);
    assert(mine || seen);
    STORE(x, 4);
    assert(atomic_fetch_add_explicit(&x, 1, memory_order_relaxed) == 4);
    return 0;
}
