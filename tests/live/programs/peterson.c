// Peterson's algorithm: whoever tries gets in under weak fairness, after at most two entries of the other.
// At -O2 clang 19 makes a local variable of the static `turn`, atomic as it is, since a single function uses it
// and stores to it first: both threads then wait for ever.  It does not with one that other files may see.
// live: VERIFIED: --ltl 'G !(in0 && in1)'
// live: FAILED ltl: --ltl 'G ("trying[0] && want[0]" -> F in0)'
// live: VERIFIED: --fair weak --ltl 'G ("trying[0] && want[0]" -> F in0)'
// live: VERIFIED: --fair strong --ltl 'G ("trying[0]" -> F in0)'
// live: VERIFIED: --fair weak --ltl 'GF in0 && GF in1'
// live: FAILED ltl: --fair weak --ltl 'FG !in1'
// live: FAILED ltl: --ltl 'G F in0'
// live: VERIFIED: --ltl 'G ("trying[0] && want[0]" -> (in1 W (!in1 W (in1 W (!in1 W (in1 W (!in1 W in0)))))))'
// live: FAILED ltl: --ltl 'G ("trying[0] && want[0]" -> (in1 W (!in1 W (in1 W (!in1 W in0)))))'
// live: VERIFIED: -O2 -DEXTERN --keep trying --fair weak --ltl 'G ("trying[1]" -> F in1)'
// live: FAILED ltl: -O2 --keep trying --fair weak --ltl 'G ("trying[1]" -> F in1)'
// live: FAILED ltl: -O2 --keep trying --ltl 'G ("trying[1]" -> F in1)'
// live: FAILED ltl: --fair weak --ltl 'GF in0 -> FG in1' --ltl 'GF in0'
// live: VERIFIED: --no-starvation
// live: FAILED non-termination: --termination
#include <pthread.h>
#include <stdatomic.h>

static atomic_int want[2], trying[2], in0, in1;
#ifdef EXTERN
atomic_int turn;
#else
static atomic_int turn;
#endif

static void *worker(void *arg)
{
    int me = arg != 0, other = !me;
    atomic_int *inside = me ? &in1 : &in0;

    for (;;) {
        trying[me] = 1;
        want[me] = 1;
        turn = other;
        while (want[other] && turn == other)
            ;
        *inside = 1;
        trying[me] = 0;
        *inside = 0;
        want[me] = 0;
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
