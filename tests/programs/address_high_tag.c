// verdict: UNKNOWN where an object lies in memory
// also: --addresses layout FAILED assertion :15
// also: -DLOW FAILED assertion :20
// also: -DLOW -DMENDED VERIFIED
// A tag in the highest bit of a pointer is there when the pointer is a number again.
#include <assert.h>
#include <stdint.h>

static int x;

int main(void)
{
#ifndef LOW
    void *tagged = (void *)((uintptr_t)&x | (uintptr_t)1 << 63);
    assert(!((uintptr_t)tagged >> 63));
#else
    void *tagged = (void *)((uintptr_t)&x | 1);

#ifndef MENDED
    assert(!((uintptr_t)tagged & 1));
#else
    assert((uintptr_t)tagged & 1);
    assert((int *)((uintptr_t)tagged & ~(uintptr_t)1) == &x);
#endif
#endif
    return 0;
}
