/* Atomic accesses of 16 bytes, all made of one instruction; apart from the others since it needs a
 * register that they must not use. */
#include "native/cc/wide.h"

u128 wide_load(const volatile u128 *at)
{
    return __sync_val_compare_and_swap((volatile u128 *)at, 0, 0);
}

bool wide_swap(volatile u128 *at, u128 *old, u128 value)
{
    u128 found = __sync_val_compare_and_swap(at, *old, value);
    bool same = found == *old;

    *old = found;
    return same;
}

void wide_store(volatile u128 *at, u128 value)
{
    u128 old = wide_load(at);

    while (!wide_swap(at, &old, value))
        continue;
}
