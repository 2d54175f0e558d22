// flag: --invariant=12 / parts > 0
// verdict: FAILED division :9
// also: -DMENDED VERIFIED
static volatile int parts = 4;

int main(void)
{
#ifndef MENDED
    parts = 0;
#endif
    parts = 3;
    return 0;
}
