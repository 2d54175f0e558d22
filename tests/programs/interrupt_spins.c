// verdict: FAILED hang :22
// also: -DMASKED VERIFIED
// also: -DHALTS FAILED hang
// also: -DHALTS -DMASKED VERIFIED
// A handler that spins for a lock of the code that it interrupts: nobody else runs until it
// returns.
#include <heddle.h>
#include <stdatomic.h>
#ifdef MASKED
#define OFF heddle_interrupts_off()
#define ON  heddle_interrupts_on()
#else
#define OFF
#define ON
#endif

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
