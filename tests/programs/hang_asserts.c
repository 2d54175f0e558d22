// verdict: VERIFIED
// also: -DHOW=abort() VERIFIED
// also: -DHOW=__builtin_trap() VERIFIED
// also: -DHOW=return_(arg) FAILED hang
// An assertion is no way out of a loop.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#ifndef HOW
#define HOW assert(seen == 1)
#endif
#define return_(x) return x
static volatile int seen = 1;
static void *park(void *arg)
{
    for (;;)
        if (seen != 1)
            HOW;
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, park, 0);
    pthread_exit(0);
}
