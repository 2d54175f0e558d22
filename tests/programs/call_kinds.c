// verdict: FAILED bad-call :29
// also: -DWHICH=1 FAILED bad-call :31
// also: -DWHICH=2 FAILED bad-call :33
// also: -DWHICH=3 VERIFIED
// also: -DWHICH=4 FAILED bad-call
// also: -DWHICH=4 -m32 VERIFIED
// also: -DWHICH=5 FAILED bad-call
// also: -DWHICH=6 FAILED bad-call
// Calls through pointers of another type: integers of other sizes, float and double are passed in different ways.  What is
// passed in the same way is everyday C: other pointers, signs, no prototype, a result that nobody takes.
#include <assert.h>

static int half(double d) { return (int)(d / 2); }
static float whole(int n) { return (float)n; }
static int narrow(float f) { return (int)f; }
static int first(int *p) { return *p; }
static int plain(int n) { return n; }
static int small(char c) { return c; }
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
#elif WHICH == 4
    x = ((int (*)(long))plain)(5);
#elif WHICH == 5
    x = ((int (*)(int))small)(5);
#elif WHICH == 6
    x = ((short (*)(int))plain)(5);
#else
    ignored(1);
    assert(by_void(&x) == 7 && by_unsigned(3u) == 3 && with_old(4) == 4);
#endif
    return by_long == 0 && to_int == 0 && none == 0 && x;
}
