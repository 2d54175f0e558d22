// Broken for a moment while there is one thread only, and in the middle of the copy of a struct.
// flag: --invariant=whole.low <= whole.high
// verdict: FAILED invariant :17
// also: -DMENDED FAILED invariant :19
// also: -DMENDED -DUP=2,9 VERIFIED
#ifndef UP
#define UP 9, 11
#endif
static struct range {
    long low, high;
} whole = {1, 2};
static const struct range up = {UP};

int main(void)
{
#ifndef MENDED
    whole.low = 3, whole.high = 4; /* the second comes too late */
#endif
    whole = up;
    return 0;
}
