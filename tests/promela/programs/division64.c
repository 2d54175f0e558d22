// verdict: VERIFIED
// Divisions of 64-bit numbers, by constants and by variables, signed and unsigned.
#include <assert.h>
#include <stddef.h>

static unsigned long u = 0xfedcba9876543210ul, ten = 10, large = 0x8000000000000001ul;
static long s = -0x123456789abcdefl, seven = 7, minus = -1000000007l;
static size_t head = 4294967295u;

int main(void)
{
    assert(u / ten == 1836475854449306472ul && u % ten == 0);
    assert(u / large == 1 && u % large == 0x7edcba987654320ful);
    assert(large / u == 0 && large % u == large);
    assert(s / seven == -11712218459498127l && s % seven == -6);
    assert(s / minus == 81985528l && s % minus == -642588199l);
    assert(-s / minus == -81985528l && -s % minus == 642588199l);
    head++;
    assert(head % 8 == 0 && head % 3 == 1 && head / 16 == 268435456 && head / 1000 == 4294967);
    assert((u ^ u) / ten == 0 && u / 1 == u && u % 1 == 0);
    return 0;
}
