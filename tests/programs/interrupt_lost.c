// verdict: FAILED assertion
// also: -DMASKED VERIFIED
// also: -DMASKED -DTIMES=0 VERIFIED
// also: -DTIMES=0 FAILED assertion
// An interrupt between reading and clearing a counter: a pulse is lost.
#include "masked.h"
#include <assert.h>
#ifndef TIMES
#define TIMES 2
#endif

static volatile int pulses, total, came;

static void pulse(void *unused)
{
    (void)unused;
    if (came == 3)
        return;
    pulses++;
    came++;
}

int main(void)
{
    heddle_interrupt(pulse, 0, TIMES);
    for (int i = 0; i < 2; i++) {
        OFF;
        total += pulses;
        pulses = 0;
        ON;
    }
    heddle_interrupts_off();
    assert(total + pulses == came);
    return 0;
}
