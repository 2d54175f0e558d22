// verdict: VERIFIED
// also: -O2 VERIFIED
// Bit-fields: signed, unsigned, across bytes, of _Bool, and unions over them.
#include <assert.h>
#include <stdbool.h>
#include <string.h>

struct bits {
    unsigned a : 1, b : 7;
    int c : 5;
    unsigned long d : 40;
    bool e : 1;
    unsigned : 0;
    unsigned char f : 4, g : 4;
};

union view {
    struct {
        unsigned low : 4, high : 4;
    } part;
    unsigned char byte;
};

int main(void)
{
    struct bits x;
    memset(&x, 0, sizeof x);
    x.a = 3;
    x.b = 127;
    x.c = 15;
    x.d = 0xabcdef0123;
    x.e = 2;
    x.f = x.g = 9;
    assert(x.a == 1 && x.b == 127 && x.c == 15 && x.d == 0xabcdef0123 && x.e && x.f == 9);
    x.c++;
    assert(x.c == -16);
    x.b += 2;
    assert(x.b == 1 && x.a == 1 && x.d == 0xabcdef0123 && x.g == 9);
    x.d <<= 8;
    assert(x.d == 0xcdef012300);
    union view v = {.byte = 0x5a};
    assert(v.part.low == 0xa && v.part.high == 5);
    return 0;
}
