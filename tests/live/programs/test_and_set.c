// A test-and-set lock: someone gets in, but one of them may starve; since it spins, and so moves, no
// fairness of threads helps.
// live: FAILED ltl: --fair weak --ltl 'G (want0 -> F in0)'
// live: FAILED ltl: --fair strong --ltl 'G (want0 -> F in0)'
// live: VERIFIED: --fair weak --ltl 'GF (in0 || in1)'
// live: FAILED ltl: --ltl 'GF (in0 || in1)'
// live: VERIFIED: --ltl 'G !(in0 && in1)'
// live: VERIFIED: --fair weak --ltl 'GF in0 || GF in1'
// live: VERIFIED: --no-starvation
// live: VERIFIED: --no-livelock
// live: FAILED livelock: --no-livelock --fair none
// live: FAILED ltl: -O2 --fair weak --ltl 'G (want0 -> F in0)'
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked, want0, want1, in0, in1;

static void *worker(void *arg)
{
    atomic_int *want = arg ? &want1 : &want0, *inside = arg ? &in1 : &in0;

    for (;;) {
        *want = 1;
        while (atomic_exchange(&locked, 1))
            ;
        *inside = 1;
        *want = 0;
        *inside = 0;
        locked = 0;
    }
    return 0;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, worker, 0);
    pthread_create(&t[1], 0, worker, &t);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
