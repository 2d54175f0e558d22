// An endless loop that touches nothing is a run that never ends; it does not hold up the others.
// live: FAILED ltl: --ltl 'F x'
// live: VERIFIED: --allow-hang --fair weak --ltl 'F x'
// live: VERIFIED: --allow-hang --fair weak --ltl 'FG x'
// live: FAILED non-termination: --termination
// live: VERIFIED: --allow-hang --no-livelock
// live: FAILED ltl: -DALONE --fair strong --ltl 'F x'
// live: FAILED non-termination: -DALONE --termination
// live: FAILED ltl: -DCOUNTS --ltl 'F x'
// live: FAILED hang: -DCOUNTS --fair weak --ltl 'FG x'
// live: VERIFIED: --allow-hang -DCOUNTS --fair weak --ltl 'FG x'
// live: FAILED ltl: -O2 --ltl 'F x'
#include <pthread.h>

static volatile int x;

static void *loops(void *arg)
{
    volatile int i = 0;

    for (;;) {
#ifdef COUNTS
        i = (i + 1) % 1000;
#endif
    }
    return arg;
}

int main(void)
{
    pthread_t t;

#ifdef ALONE
    for (volatile int i = 0;; i = !i)
        ;
#endif
    pthread_create(&t, 0, loops, 0);
    x = 1;
    pthread_join(t, 0);
    return 0;
}
