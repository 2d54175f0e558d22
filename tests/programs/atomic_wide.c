// verdict: VERIFIED
// flags: -mcx16
// also: -mcx16 -O2 VERIFIED
// Sixteen bytes at once: a pointer with a version.
#include <assert.h>

typedef unsigned __int128 u128;
struct versioned {
    _Alignas(16) long *p;
    long version;
};

int main(void)
{
    static u128 x;
    u128 old = 0, next = (u128)5 << 64 | 7;
    assert(__atomic_compare_exchange_n(&x, &old, next, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    assert(__sync_val_compare_and_swap(&x, old, 0) == next);
    assert((unsigned long)(x >> 64) == 5 && (unsigned long)x == 7);
    return 0;
}
