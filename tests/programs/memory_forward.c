// verdict: VERIFIED
// also: --memory tso FAILED assertion :38
// also: --memory pso FAILED assertion :38
// also: --memory tso -DOWN VERIFIED
// also: --memory pso -DOWN VERIFIED
// A thread reads its own stores before others do (n6 of the x86 manuals).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define STORE(x, v) atomic_store_explicit(&(x), v, memory_order_relaxed)
#define LOAD(x)     atomic_load_explicit(&(x), memory_order_relaxed)

static atomic_int x, y;

static void *t0(void *arg)
{
    STORE(x, 1);
    int own = LOAD(x), other = LOAD(y);

    (void)arg;
    assert(own);
    return (void *)(long)other;
}

int main(void)
{
    pthread_t t;
    void *seen;

    pthread_create(&t, NULL, t0, NULL);
    STORE(y, 1);
    int own = LOAD(y), other = LOAD(x);

    pthread_join(t, &seen);
    assert(own == 1);
#ifndef OWN
    assert(other || seen);
#endif
    return 0;
}
