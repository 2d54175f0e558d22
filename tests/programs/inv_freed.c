// Between free and the store behind it the invariant looks at freed memory.
// flag: --invariant=!last || last->value >= 0
// verdict: FAILED use-after-free :19
// also: -DMENDED VERIFIED
#include <stdlib.h>

static struct item {
    int value;
} *last;

int main(void)
{
    struct item *n = calloc(1, sizeof *n);

    last = n;
#ifdef MENDED
    last = 0;
#endif
    free(n);
    last = 0;
    return 0;
}
