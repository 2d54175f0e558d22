// A run in which one thread never comes to what it must not do is a run, whatever is explored first.
// live: FAILED ltl: --ltl 'FG !x'
// live: VERIFIED: --fair weak --ltl 'FG !x'
// live: FAILED ltl: -DLATE --ltl 'G !x'
// live: FAILED assertion: -DFAIL --ltl true
// live: FAILED assertion: -DFAIL --ltl 'G (go -> G go)'
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int x, y, go;

static void *flips(void *arg)
{
    while (!go)
        ;
    for (;;)
        x = !x;
    return arg;
}

static void *vanishes(void *arg)
{
    int never = 0;

    while (!go)
        ;
#ifdef FAIL
    y = 1;
    assert(!y);
#endif
#ifdef LATE
    y = 1;
#endif
    heddle_assume(never);
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, flips, 0);
    pthread_create(&t[1], 0, vanishes, 0);
    go = 1;
    pthread_join(t[1], 0);
    pthread_join(t[0], 0);
    return y;
}
