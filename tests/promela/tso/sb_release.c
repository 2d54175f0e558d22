// Release stores do not.
// sc: VERIFIED
// tso: FAILED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
int r0, r1;

static void *t0(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_release);
    r0 = atomic_load_explicit(&y, memory_order_acquire);
    return unused;
}

static void *t1(void *unused)
{
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    r1 = x;
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, t0, 0);
    pthread_create(&t[1], 0, t1, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(r0 || r1);
    return 0;
}
