// verdict: VERIFIED
// also: -O2 VERIFIED
// Integers of 128 bits.
#include <assert.h>
#include <stdint.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static u128 factorial(int n)
{
    u128 f = 1;
    for (int i = 2; i <= n; i++)
        f *= (unsigned)i;
    return f;
}

int main(void)
{
    volatile u128 f = factorial(34);
    assert(f / factorial(33) == 34 && f % 37 != 0);
    volatile i128 minus = -1;
    assert(minus >> 100 == -1 && (u128)minus >> 127 == 1 && minus < 0 && (u128)minus > f);
    volatile uint64_t a = UINT64_MAX;
    u128 square = (u128)a * a;
    assert((uint64_t)square == 1 && (uint64_t)(square >> 64) == UINT64_MAX - 1);
    volatile i128 x = ((i128)7 << 70) + 5, y = -3;
    assert(x / y * y + x % y == x && (x & 7) == 5 && (x ^ x) == 0 && (int)(x >> 70) == 7);
    volatile double big = (double)x;
    assert(big > 8.2e21 && big < 8.3e21 && (i128)1e20 == (i128)10000000000ull * 10000000000ull);
    i128 r;
    assert(!__builtin_add_overflow(x, y, &r) && r == x + y);
    assert(-x < y && x > y && x != y);
    return 0;
}
