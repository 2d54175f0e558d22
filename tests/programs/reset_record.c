// verdict: VERIFIED
// also: -DTORN FAILED assertion :45
// also: -DTORN -DTIMES=0 FAILED assertion :45
// also: -O2 VERIFIED
// also: -O2 -DTORN FAILED assertion :45
// also: -DTIMES=0 VERIFIED
// also: -DTORN -DFORGOTTEN VERIFIED
// also: -DLEAKS --leaks VERIFIED
// not: stateless
// A record in memory that survives a loss of power is written in the middle of a function; only two copies and a switch
// between them are safe.
#include <assert.h>
#include <heddle.h>
#include <stdlib.h>
#ifndef TIMES
#define TIMES 2
#endif

static volatile struct record {
    int total, check;
} kept[2];
static volatile int current;
static volatile int total;

static void keep(void)
{
#ifdef TORN
    int next = current;
#else
    int next = !current;
#endif

    kept[next].total = total;
    kept[next].check = -total;
    current = next;
}

int main(void)
{
#ifndef FORGOTTEN
    heddle_keep((void *)kept, sizeof kept);
    heddle_keep((void *)&current, sizeof current);
#endif
    heddle_resets(TIMES);
    assert(kept[current].check == -kept[current].total);
#ifdef LEAKS
    int *volatile p = malloc(sizeof *p);

    *p = 1;
#endif
    assert(total == 0); /* which does not survive */
    total = kept[current].total;
    for (int i = 0; i < 2 && total < 3; i++) {
        total = total + 1;
        keep();
    }
#ifdef LEAKS
    free(p);
#endif
    return 0;
}
