// Neither side gets past an exchange, whatever its order.
// sc: VERIFIED
// tso: VERIFIED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
int r0, r1;

static void *t0(void *unused)
{
    atomic_exchange_explicit(&x, 1, memory_order_relaxed);
    r0 = y;
    return unused;
}

static void *t1(void *unused)
{
    atomic_fetch_add_explicit(&y, 1, memory_order_relaxed);
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
