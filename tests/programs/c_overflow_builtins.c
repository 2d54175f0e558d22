// verdict: VERIFIED
// also: -O2 VERIFIED
// The builtins that tell an overflow, signed and unsigned, in several widths.
#include <assert.h>
#include <limits.h>
#include <stdint.h>

int main(void)
{
    volatile int a = INT_MAX, b = INT_MIN, one = 1;
    int r;
    assert(__builtin_add_overflow(a, one, &r) && r == INT_MIN);
    assert(__builtin_sub_overflow(b, one, &r) && r == INT_MAX);
    assert(__builtin_mul_overflow(a, 2, &r) && r == -2);
    assert(!__builtin_add_overflow(a, -1, &r) && r == INT_MAX - 1);
    volatile unsigned u = UINT_MAX;
    unsigned ur;
    assert(__builtin_add_overflow(u, 1u, &ur) && ur == 0);
    assert(__builtin_sub_overflow(0u, u, &ur) && ur == 1);
    assert(__builtin_mul_overflow(u, u, &ur) && ur == 1);
    volatile long long l = LLONG_MAX;
    long long lr;
    assert(__builtin_mul_overflow(l, 2ll, &lr) && lr == -2 && !__builtin_mul_overflow(l, 1ll, &lr));
    volatile uint64_t q = 1ull << 32;
    uint64_t qr;
    assert(__builtin_mul_overflow(q, q, &qr) && qr == 0);
    unsigned char c;
    assert(__builtin_add_overflow(200, 100, &c) && c == 44);
    assert(!__builtin_add_overflow(-1, u, &u));
    return 0;
}
