// verdict: VERIFIED
// Operands from the left to the right, once each, and no more of && and || than is needed.
#include <assert.h>

static int n, trace;

static int next(int digit)
{
    trace = trace * 10 + digit;
    return ++n;
}

static int three(int a, int b, int c)
{
    return a * 100 + b * 10 + c;
}

int main(void)
{
    int a[4] = {0, 0, 0, 0}, i = 0, *p = a;
    assert(next(1) + next(2) * next(3) == 7 && trace == 123);
    n = 0;
    assert(n + next(4) == 1 && n == 1);
    n = 0;
    assert(three(next(5), next(6), next(7)) == 123 && trace == 1234567);
    assert((n == 9 && next(8)) == 0 && (n == 3 || next(8)) && trace == 1234567);
    a[i++] = i;
    assert(i == 1);
    *p++ = 7;
    assert(a[0] == 7 && p == a + 1);
    i = (n = 5, n + 1);
    assert(i == 6 && (n ? 1 : next(9)) == 1 && trace == 1234567);
    return 0;
}
