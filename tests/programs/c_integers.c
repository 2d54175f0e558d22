// verdict: VERIFIED
// also: -O2 VERIFIED
// also: -m32 VERIFIED
// Integers of all widths: conversions, wrap-around, signed and unsigned comparison.
#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

int main(void)
{
    volatile int8_t b = -1;
    volatile uint8_t ub = 255;
    volatile int16_t h = -2;
    volatile uint16_t uh = 65535;
    volatile int32_t w = INT32_MIN;
    volatile uint32_t uw = UINT32_MAX;
    volatile int64_t d = INT64_MIN;
    volatile uint64_t ud = UINT64_MAX;
    assert((uint8_t)b == ub && (uint16_t)b == uh && (uint32_t)b == uw && (uint64_t)b == ud);
    ub++;
    uh++;
    uw++;
    ud++;
    assert(!ub && !uh && !uw && !ud);
    assert(h / 2 == -1 && h % 3 == -2 && h >> 1 == -1 && (uint16_t)h >> 1 == 0x7fff);
    assert(w < 0 && (uint32_t)w > 0 && d >> 63 == -1 && (uint64_t)d >> 63 == 1);
    assert((int64_t)w == -2147483648LL && (int32_t)0x123456789abLL == 0x456789ab);
    volatile bool yes = 7;
    assert(yes == 1 && !yes == 0 && -yes == -1);
    volatile unsigned x = 0xdeadbeef;
    assert(__builtin_bswap32(x) == 0xefbeadde && __builtin_popcount(x) == 24);
    assert(__builtin_clz(x >> 8) == 8 && __builtin_ctz(x << 4) == 4 && __builtin_parity(x) == 0);
    assert(((x << 8) | (x >> 24)) == 0xadbeefde && (x & -x) == 1 && (~x ^ x) == UINT_MAX);
    volatile char c = (char)200;
    assert(c == (char)200 && (unsigned char)c == 200);
    return 0;
}
