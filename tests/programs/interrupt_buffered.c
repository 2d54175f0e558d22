// verdict: VERIFIED
// also: --memory tso UNKNOWN
// also: --memory pso UNKNOWN
// The processor that is interrupted has seen its own stores: with one there is nobody else to wait
// for.
#include <assert.h>
#include <heddle.h>

static volatile int x, came, seen = 1;

static void handler(void *unused)
{
    (void)unused;
    came = 1;
    seen = x;
}

int main(void)
{
    int before;

    heddle_interrupt(handler, 0, 1);
    x = 1;
    before = came;
    heddle_interrupts_off();
    assert(before || seen);
    return 0;
}
