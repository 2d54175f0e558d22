// Choices are not fair: a coin may fall the same way for ever.  What is assumed away is no run.
// live: FAILED ltl: --ltl 'GF heads'
// live: FAILED ltl: --fair strong --ltl 'GF heads'
// live: FAILED ltl: --fair weak --ltl 'GF heads || FG !lost'
// live: VERIFIED: --ltl 'GF heads || GF !heads'
// live: FAILED ltl: --ltl 'FG heads || FG !heads'
// live: VERIFIED: -DASSUME --fair weak --ltl 'FG heads'
// live: VERIFIED: -DASSUME --ltl 'G (heads -> G heads)'
// live: FAILED ltl: -DASSUME --ltl 'F lost'
#include <heddle.h>
#include <pthread.h>

static int heads, lost;

static void *coin(void *arg)
{
    for (;;) {
        int c = heddle_choose(2);

#ifdef ASSUME
        heddle_assume(c);
#endif
        heads = c;
    }
    return arg;
}

static void *better(void *arg)
{
    for (;;)
        lost = !heads && !lost;
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, coin, 0);
    pthread_create(&t[1], 0, better, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
