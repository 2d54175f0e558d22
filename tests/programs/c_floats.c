// verdict: VERIFIED
// also: -O2 VERIFIED
// float, double and long double: arithmetic, conversions, infinities and NaN.
#include <assert.h>
#include <float.h>
#include <math.h>

int main(void)
{
    volatile float f = 0.1f;
    volatile double d = 0.1;
    volatile long double l = 0.1L;
    assert(f != d && (float)d == f && (double)l == d && l != d);
    assert(f + f == 0.2f && d * 3 != 0.3 && 1.0L / 3 * 3 == 1.0L);
    volatile double zero = 0, inf = 1 / zero, nan = inf - inf;
    assert(inf > DBL_MAX && nan != nan && !(nan < 1) && !(nan >= 1) && -inf < 0);
    assert((int)-2.9 == -2 && (unsigned)3.99f == 3 && (long)1e15L == 1000000000000000);
    volatile unsigned long big = 18446744073709551615ul;
    assert((double)big == 18446744073709551616.0 && (long double)big == 18446744073709551615.0L);
    volatile int minus = -7;
    assert((float)minus == -7.0f && (double)minus / 2 == -3.5);
    assert(sqrt(d * 0 + 2.25) == 1.5 && fabs(-d) == d && floor(-1.5) == -2 && ceil(-1.5) == -1);
    assert(fmod(7.5, 2) == 1.5 && pow(2, 10) == 1024 && signbit(-zero) && !signbit(zero));
    assert(isnan(nan) && isinf(inf) && trunc(2.7) == 2 && fmax(1, 2) == 2);
    assert(LDBL_MANT_DIG == 64 && (long double)(1ul << 63) + 0.5L != (long double)(1ul << 63) + 1);
    return 0;
}
