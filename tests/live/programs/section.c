// What an atomic section does is one step.
// live: VERIFIED: --ltl 'G "left + right == 1"' --fair weak --ltl 'GF left && GF right'
// live: FAILED ltl: -DTORN --ltl 'G "left + right == 1"'
// live: FAILED ltl: --ltl 'GF left && GF right && GF x'
// live: FAILED ltl: --ltl 'G "left == 1"'
// live: VERIFIED: --fair weak --ltl 'GF x && GF !x'
// live: VERIFIED: --ltl 'GF (left && x) || GF (left && !x) || FG right'
#include <heddle.h>
#include <pthread.h>

static int left = 1, right, x;

static void *swaps(void *arg)
{
    for (;;) {
#ifndef TORN
        heddle_atomic_begin();
#endif
        left = !left;
        right = !right;
#ifndef TORN
        heddle_atomic_end();
#endif
    }
    return arg;
}

static void *flips(void *arg)
{
    for (;;)
        x = !x;
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, swaps, 0);
    pthread_create(&t[1], 0, flips, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
