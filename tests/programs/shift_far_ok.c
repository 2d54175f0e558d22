// verdict: VERIFIED
// The same mask computed in a wider type.
#include <assert.h>

static unsigned mask(int bits)
{
    return (unsigned)((1ull << bits) - 1);
}

int main(void)
{
    assert(mask(0) == 0 && mask(31) == 0x7fffffff && mask(32) == 0xffffffff);
    return 0;
}
