// The last write before the process ends, and one in a run that an assumption then drops.
// flag: --invariant=x < 2
// verdict: FAILED invariant :11
// also: -DDROPPED FAILED invariant :11
// also: -DMENDED VERIFIED
#include <heddle.h>

static int x;

#ifndef MENDED
static void set(void) { x = 2; }
#else
static void set(void) { x = 1; }
#endif

int main(void)
{
    set();
#ifdef DROPPED
    heddle_assume(x != 2);
#endif
    return 0;
}
