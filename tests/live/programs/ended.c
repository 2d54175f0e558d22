// The last state of a run that ends stays for ever.
// live: VERIFIED: --ltl 'F x'
// live: VERIFIED: --ltl 'GF x'
// live: VERIFIED: --ltl 'FG (x && !y)'
// live: FAILED ltl: --ltl 'G !x'
// live: FAILED ltl: --ltl 'F y'
// live: FAILED ltl: --ltl 'x R !y -> GF y'
// live: VERIFIED: --ltl '!x U x'
// live: VERIFIED: --termination --fair none
// live: VERIFIED: --fair strong --ltl 'FG x'
// live: VERIFIED: -DLEAVE --ltl 'GF x'
// live: FAILED ltl: -DLEAVE --ltl 'GF z'
// live: VERIFIED: -DLEAVE --no-starvation
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static volatile int x, y, z;

static void *other(void *arg)
{
    pthread_mutex_lock(&m);
    z = 1;
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_mutex_lock(&m);
    pthread_create(&t, 0, other, 0);
    x = 1;
#ifdef LEAVE
    exit(0);
#endif
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return y;
}
