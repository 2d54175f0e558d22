// Each waits for what the other stores: every store reaches memory in the end, and nothing hangs.
// live: VERIFIED: --termination
// live: VERIFIED: --memory tso --termination
// live: VERIFIED: --memory pso --termination
// live: VERIFIED: --memory tso --no-livelock
// live: VERIFIED: --memory tso --fair strong --ltl 'F "pong == 1"'
// live: VERIFIED: --memory tso --fair weak --ltl 'F "pong == 1"'
// live: FAILED ltl: --memory tso --ltl 'F "pong == 1"'
// live: VERIFIED: --memory tso --ltl 'G ("ping == 1" -> F "1") && G !("pong == 1 && ping == 0")'
// live: FAILED non-termination: --memory tso --termination -DNEVER --allow-hang
// live: FAILED non-termination: --memory pso --termination -DNEVER --allow-hang
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
