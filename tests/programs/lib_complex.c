// verdict: VERIFIED
// also: -O2 VERIFIED
// also: -m32 VERIFIED
// Complex products and quotients, with the infinities that C's annex G asks for.
#include <assert.h>
#include <complex.h>
#include <math.h>

static volatile double one = 1, two = 2;

static int near(double complex z, double re, double im)
{
    return fabs(creal(z) - re) < 1e-14 && fabs(cimag(z) - im) < 1e-14;
}

int main(void)
{
    double complex z = one + two * I, w = 3 - I;
    double complex p = z * w, q = p / w;
    assert(creal(p) == 5 && cimag(p) == 5);
    assert(near(q, 1, 2));
    assert(cabs(3 * one + 4 * I) == 5 && carg(one + 0 * I) == 0);
    assert(cimag(conj(z)) == -2);
    float complex f = (float)one + (float)two * I;
    f = f * f / f;
    assert(fabsf(crealf(f) - 1) < 1e-6f && fabsf(cimagf(f) - 2) < 1e-6f);
    long double complex l = one + two * I;
    l = l * l / l;
    assert(near(l, 1, 2));
    double complex huge = __builtin_complex(1e300 * one, 1e300);
    q = huge / huge;
    assert(near(q, 1, 0));
    double complex far = __builtin_complex(INFINITY * one, (double)NAN);
    assert(isinf(creal(far * z)) || isinf(cimag(far * z)));
    assert(isinf(creal(z / __builtin_complex(0 * one, 0.0))));
    assert(cabs(z / far) == 0);
    return 0;
}
