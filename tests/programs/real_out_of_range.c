// verdict: FAILED overflow :21
// also: -DFLOAT FAILED overflow :18
// also: -DNAN FAILED overflow :16
// also: -DMENDED VERIFIED
#include <assert.h>
#include <limits.h>

int main(void)
{
    volatile double d = 1e20, zero = 0, edge = (double)INT_MAX + 0.9, less = -0.9;
    volatile float f = -1;

    assert((int)edge == INT_MAX && (unsigned)less == 0 && (signed char)-128.5 == -128);
#if defined MENDED
#elif defined NAN
    return (int)(zero / zero);
#elif defined FLOAT
    return (unsigned char)f;
#else
    if (zero == 0)
        return (int)d;
#endif
    return 0;
}
