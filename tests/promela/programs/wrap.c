// verdict: VERIFIED
// Integers of all widths, as they wrap around and are compared.
#include <assert.h>
unsigned char q[4];
unsigned char h, t;
short sh = -1;
unsigned short us = 65535;
signed char c = -1;
long long ll = -5;
unsigned long ul = 5;
_Bool bb;
struct pk {
    unsigned char r, g, b;
} px = {255, 1, 128};
int main(void)
{
    for (int i = 0; i < 300; i++)
        h++;
    assert(h == 44);
    t = h - 50;
    assert(t == 250);
    assert(h - t == -206);
    assert((unsigned char)(h - t) == 50);
    assert(sh == us - 65536 && (unsigned short)sh == us && sh < us);
    assert((unsigned)c == 4294967295u && (unsigned char)c == 255 && c == sh);
    assert(ll < (long long)ul && (unsigned long)ll > ul && ll * -1 == 5 && ll / 2 == -2 &&
           ll % 2 == -1 && ll >> 1 == -3);
    px.r++;
    px.g -= 2;
    px.b <<= 1;
    assert(px.r == 0 && px.g == 255 && px.b == 0);
    bb = 256;
    assert(bb == 1);
    bb = 0;
    bb |= 4;
    assert(bb == 1);
    bb ^= 1;
    assert(!bb);
    assert((1u << 31) / 2 == 1u << 30 && (int)(1u << 31) < 0 && ~0u == 4294967295u && -1u > 0);
    int s = 1;
    s <<= 30;
    assert(s == 1073741824);
    unsigned k = 3;
    assert(k - 4 > 0 && (int)(k - 4) == -1);
    assert((long)(int)0x80000000u < 0 && (unsigned long)(unsigned)-1 == 4294967295ul);
    unsigned long big = ~0ul;
    big += 2;
    assert(big == 1);
    big -= 2;
    assert(big == ~0ul && (big >> 63) == 1 && (long)big == -1);
    unsigned long m = 0x1234567890ul * 0xfedcbaul;
    assert(m == 0x1234567890ul * 0xfedcbaul && (m & 0xffff) == ((0x7890ul * 0xfedcbaul) & 0xffff));
}
