// verdict: VERIFIED
// also: -DLEAVES=1 VERIFIED
// also: -DWAITS FAILED hang
// A loop without an exit around one that may be left at any time: which choice comes first says nothing.
#include <heddle.h>
#include <pthread.h>
#ifndef LEAVES
#define LEAVES 0
#endif
static volatile int seen, more;
static void *park(void *arg)
{
    for (;;) {
        seen = 1;
        while (heddle_choose(2) == LEAVES)
            ;
#ifdef WAITS
        while (!more)
            ;
#endif
    }
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, park, 0);
    pthread_exit(0);
}
