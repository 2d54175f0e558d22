// Two invariants, of which the second does not hold.
// flag: --invariant=x <= 2
// flag: --invariant=y == 0 || x > 0
// verdict: FAILED invariant :11
// also: -DMENDED VERIFIED
#include <pthread.h>

static volatile int x, y;

#ifndef MENDED
static void both(void) { y = 1;
    x++; }
#else
static void both(void) { x++;
    y = 1; }
#endif

static void *worker(void *arg)
{
    both();
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    both();
    return 0;
}
