// An invariant that does not hold to begin with.
// flag: --invariant=ready
// verdict: FAILED invariant :10
// also: -DREADY=1 VERIFIED
#ifndef READY
#define READY 0
#endif
static int ready = READY;

int main(void)
{
    return !ready;
}
