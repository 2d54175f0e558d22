// A static variable of a function is the program's own one, in the copy of the function too.
// flag: --invariant=next(0) < 3
// verdict: FAILED invariant :14
// also: -DTURNS=2 VERIFIED
#ifndef TURNS
#define TURNS 3
#endif

static int next(int by)
{
    static volatile int n;

    if (by)
        n += by;
    return n;
}

int main(void)
{
    for (int i = 0; i < TURNS; i++)
        next(1);
    return 0;
}
