/* A meter counts pulses in an interrupt handler, and the main loop adds them up.  Between reading
 * and clearing the counter a pulse may come: it is lost.  With -DMASKED interrupts are off there. */
#include <assert.h>
#include <heddle.h>

static volatile unsigned pulses; /* since the main loop looked last */
static volatile unsigned came;   /* in all */
static unsigned total;

static void pulse(void *unused)
{
    (void)unused;
    pulses++;
    came++;
}

static void add_up(void)
{
#ifdef MASKED
    heddle_interrupts_off();
#endif
    total += pulses;
    pulses = 0;
#ifdef MASKED
    heddle_interrupts_on();
#endif
}

int main(void)
{
    heddle_interrupt(pulse, 0, 3); /* at most three of them, at any time */
    add_up();
    add_up();
    heddle_interrupts_off();
    assert(total + pulses == came);
    return 0;
}
