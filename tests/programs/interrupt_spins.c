// verdict: FAILED hang :15
// also: -DMASKED VERIFIED
// also: -DHALTS FAILED hang
// also: -DHALTS -DMASKED VERIFIED
// A handler that spins for a lock of the code that it interrupts: nobody else runs until it
// returns.
#include "masked.h"
#include <stdatomic.h>

static atomic_int locked, count;

static void handler(void *unused)
{
    (void)unused;
    while (atomic_exchange(&locked, 1))
        continue;
    count = 1;
    locked = 0;
}

int main(void)
{
    heddle_interrupt(handler, NULL, 0);
    OFF;
    while (atomic_exchange(&locked, 1))
        continue;
    count = 2;
    locked = 0;
    ON;
#ifdef HALTS
    for (;;)
        continue;
#endif
    return 0;
}
