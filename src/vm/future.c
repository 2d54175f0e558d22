/* What a thread may still do: the answer for persistent sets. */
#include "vm/machine.h"

u32 vm_future(sys *s, u16 slot, u64 *bits, u32 words)
{
    (void)s;
    (void)slot;
    for (u32 k = 0; k < words; k++)
        bits[k] = ~(u64)0;
    return FUTURE_EXITS | FUTURE_MEDDLES | FUTURE_ANYTHING;
}
