// Fairness is about threads: what a thread chooses is not.  A weak compare-exchange does not fail for ever where
// it could succeed.  A thread that chooses inside an atomic section holds up the others meanwhile.
// live: VERIFIED: -DWEAK --fair strong --termination
// live: VERIFIED: -DSTRONG --fair weak --termination
// live: FAILED ltl: --fair weak --ltl 'GF x && GF !x'
// live: VERIFIED: --fair strong --ltl 'GF x && GF !x'
// live: VERIFIED: -DBEFORE --fair weak --ltl 'GF x && GF !x'
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static int x, chosen;

#if defined WEAK || defined STRONG

static atomic_int taken;

int main(void)
{
    int expected = 0;

#ifdef WEAK
    while (!atomic_compare_exchange_weak(&taken, &expected, 1))
#else
    while (!atomic_compare_exchange_strong(&taken, &expected, 1))
#endif
        expected = 0;
    return 0;
}

#else

static void *chooses(void *arg)
{
    for (;;) {
#ifdef BEFORE
        int way = heddle_choose(2);

        heddle_atomic_begin();
        chosen = way;
#else
        heddle_atomic_begin();
        chosen = heddle_choose(2);
#endif
        heddle_atomic_end();
    }
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, chooses, 0);
    for (;;)
        x = !x;
}

#endif
