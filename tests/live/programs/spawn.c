// Threads that are created and joined for ever, one after the other, or two at a time.
// live: VERIFIED: --ltl 'GF n && GF !n'
// live: FAILED ltl: --ltl 'FG n'
// live: FAILED non-termination: --termination
// live: VERIFIED: --fair strong --ltl 'GF n && GF !n'
// live: VERIFIED: --no-starvation
// live: VERIFIED: -DTWO --ltl 'GF n && GF !n'
// live: VERIFIED: -DTWO --ltl 'GF "alive == 2" || GF "alive == 1"'
// live: FAILED ltl: -DTWO --fair strong --ltl 'GF "alive == 2"'
// live: VERIFIED: -DTWO --fair weak --ltl 'GF "alive == 0"'
#include <pthread.h>
#include <stdatomic.h>

static atomic_int n, alive;

static void *child(void *arg)
{
    alive++;
    n ^= 1;
    alive--;
    return arg;
}

int main(void)
{
    for (;;) {
        pthread_t t[2];

        pthread_create(&t[0], 0, child, 0);
#ifdef TWO
        pthread_create(&t[1], 0, child, 0);
        pthread_join(t[1], 0);
#endif
        pthread_join(t[0], 0);
    }
}
