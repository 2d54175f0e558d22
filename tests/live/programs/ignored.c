// A thread that goes round on its own, where nobody else ever looks, does not keep the others from moving.
// live: FAILED ltl: --ltl 'G !x'
// live: FAILED ltl: --ltl 'FG !y'
// live: FAILED ltl: --ltl 'F x'
// live: VERIFIED: --fair weak --ltl 'F x && GF y'
// live: VERIFIED: --ltl 'G (y -> x)'
// live: FAILED assertion: -DFAIL --ltl true
#include <assert.h>
#include <pthread.h>

static int own, x, y;

static void *alone(void *arg)
{
    for (;;)
        own = !own;
    return arg;
}

static void *other(void *arg)
{
    x = 1;
#ifdef FAIL
    assert(!x);
#endif
    for (;;)
        y = !y;
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, alone, 0);
    pthread_create(&t[1], 0, other, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
