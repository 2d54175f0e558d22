// verdict: FAILED bad-call :24
// also: -DWHICH=1 FAILED bad-call :26
// also: -DWHICH=2 FAILED bad-call :28
// also: -DWHICH=3 VERIFIED
// Calls through pointers of another type: integers, float and double are passed in different ways.  What is
// passed in the same way is everyday C: other pointers, signs, no prototype, a result that nobody takes.
#include <assert.h>

static int half(double d) { return (int)(d / 2); }
static float whole(int n) { return (float)n; }
static int narrow(float f) { return (int)f; }
static int first(int *p) { return *p; }
static int plain(int n) { return n; }
static int old(n) int n; { return n; }

int main(void)
{
    int x = 7;
    int (*by_long)(long) = (int (*)(long))half, (*to_int)(int) = (int (*)(int))whole, (*none)() = (int (*)())narrow;
    int (*by_void)(void *) = (int (*)(void *))first, (*with_old)() = old;
    unsigned (*by_unsigned)(unsigned) = (unsigned (*)(unsigned))plain;
    void (*ignored)(int) = (void (*)(int))plain;
#ifndef WHICH
    x = by_long(4);
#elif WHICH == 1
    x = to_int(3);
#elif WHICH == 2
    x = none(1.5f);
#else
    ignored(1);
    assert(by_void(&x) == 7 && by_unsigned(3u) == 3 && with_old(4) == 4);
#endif
    return by_long == 0 && to_int == 0 && none == 0 && x;
}
