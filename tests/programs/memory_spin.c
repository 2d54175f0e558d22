// verdict: VERIFIED
// also: --memory tso VERIFIED
// also: --memory pso VERIFIED
// also: --memory tso -DNEVER FAILED hang
// Each waits for what the other stores: every store reaches memory in the end, and nothing hangs.
#include <pthread.h>
#include <stdatomic.h>

#define STORE(x, v) atomic_store_explicit(&(x), v, memory_order_relaxed)
#define LOAD(x)     atomic_load_explicit(&(x), memory_order_relaxed)

static atomic_int ping, pong;

static void *other(void *arg)
{
    while (!LOAD(ping))
        ;
#ifndef NEVER
    STORE(pong, 1);
#endif
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, other, NULL);
    STORE(ping, 1);
    while (!LOAD(pong))
        ;
    pthread_join(t, NULL);
    return 0;
}
