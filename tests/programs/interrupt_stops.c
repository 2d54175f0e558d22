// verdict: VERIFIED
// also: -DLEAVES VERIFIED
// also: -DWAITS FAILED hang
// Interrupts are off, and the program stops for good; or its main thread is gone.  A handler that
// does not come any more waits for nobody.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ticks;

static void handler(void *unused)
{
    (void)unused;
    ticks = 1;
}

int main(void)
{
    heddle_interrupt(handler, NULL, 0);
#ifdef LEAVES
    pthread_exit(NULL);
#endif
    if (ticks) {
        heddle_interrupts_off();
#ifdef WAITS
        while (ticks)
            continue;
#endif
        for (;;)
            continue;
    }
    return 0;
}
