// verdict: VERIFIED
// Every width wraps around where C says so.
#include <assert.h>

int main(void)
{
    unsigned char b = 250;
    signed char c = 127;
    unsigned short h = 65535;
    unsigned w = 4000000000u, v = 3;
    long d = -1;
    unsigned long u = 0x100000000ul;

    b += 10;
    c++;
    h++;
    assert(b == 4 && c == -128 && h == 0);
    assert(w / v == 1333333333u && w % 7 == 4000000000u % 7 && w > 5 && -1 < 0 && w >> 31 == 1);
    assert(u * u == 0 && (u + u) >> 33 == 1 && d * u == -0x100000000l && d >> 40 == -1 && (unsigned)u == 0);
    assert((unsigned long)d > u && (int)(u | 5) == 5 && (u ^ 1) - 1 == u && d < 0);
    assert((1u << 31) + (1u << 31) == 0 && (short)70000 == 4464 && (_Bool)256);
    return 0;
}
