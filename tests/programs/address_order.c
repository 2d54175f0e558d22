// verdict: UNKNOWN depends on where an object lies in memory
// also: -DSEEN=1 --addresses layout FAILED assertion :45
// also: -DSEEN=2 --addresses layout FAILED assertion :45
// also: -DSEEN=3 --addresses layout VERIFIED
// also: -DSEEN=1 --addresses layout --layouts 4 FAILED assertion :45
// also: -DSEEN=3 --addresses layout --layouts 4 VERIFIED
// Which object gets the first place depends on who looks first.  A thread that finds the address drawn already could
// have come before the drawing.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef SEEN
#define SEEN 3
#endif

static char *a, *c;
static int x, y;

static void *both(void *unused)
{
    if ((uintptr_t)c >> 5 & 1)
        x = 1;
    if ((uintptr_t)a >> 5 & 1)
        x += 2;
    return unused;
}

static void *one(void *unused)
{
    y = (uintptr_t)a >> 5 & 1 ? 1 : 2;
    return unused;
}

int main(void)
{
    pthread_t s, t;

    a = malloc(16), c = malloc(16);
    pthread_create(&s, 0, both, 0);
    pthread_create(&t, 0, one, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(y != SEEN);
    return 0;
}
