// Dekker's algorithm.
// live: VERIFIED: --ltl 'G !(in0 && in1)'
// live: FAILED ltl: --ltl 'G (trying0 -> F in0)'
// live: VERIFIED: --fair weak --ltl 'G (trying0 -> F in0)' --ltl 'G (trying1 -> F in1)'
// live: VERIFIED: --fair strong --ltl 'G (trying1 -> F in1)'
// live: FAILED ltl: --fair weak --ltl 'F G (in0 || in1)'
// live: FAILED ltl: --ltl 'G ("want[0] && want[1]" -> F !"want[0] && want[1]")'
// live: VERIFIED: --fair weak --ltl 'G ("want[0] && want[1]" -> F !"want[0] && want[1]")'
#include <pthread.h>
#include <stdatomic.h>

static atomic_int want[2], turn, trying0, trying1, in0, in1;

static void enter(int me)
{
    want[me] = 1;
    while (want[!me]) {
        if (turn == me)
            continue;
        want[me] = 0;
        while (turn != me)
            ;
        want[me] = 1;
    }
}

static void leave(int me)
{
    turn = !me;
    want[me] = 0;
}

static void *first(void *arg)
{
    for (;;) {
        trying0 = 1;
        enter(0);
        in0 = 1;
        trying0 = 0;
        in0 = 0;
        leave(0);
    }
    return arg;
}

static void *second(void *arg)
{
    for (;;) {
        trying1 = 1;
        enter(1);
        in1 = 1;
        trying1 = 0;
        in1 = 0;
        leave(1);
    }
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, first, 0);
    pthread_create(&t[1], 0, second, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
