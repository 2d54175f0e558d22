// verdict: FAILED hang :28
// also: -DSLEEPS FAILED hang
// also: -DMENDED VERIFIED
// also: -DMENDED -DSLEEPS VERIFIED
// also: -DTWICE FAILED hang
// also: -DCHOOSES FAILED hang
// also: -DCHOOSES -DMENDED VERIFIED
// The interrupt that was waited for has come before it was forgotten: those that still come find
// nothing to do.
#include <heddle.h>
#include <semaphore.h>
#include <stdatomic.h>
#ifdef TWICE
#define TIMES 2
#else
#define TIMES 0
#endif

static atomic_int armed, done;
static sem_t woken;

static void finish(void)
{
#ifdef SLEEPS
    while (!done)
        sem_wait(&woken);
#else
    while (!done)
        continue;
#endif
}

static void handler(void *unused)
{
    (void)unused;
#ifdef CHOOSES
    if (heddle_choose(2))
        return;
#endif
    if (!armed)
        return;
    armed = 0;
    done = 1;
    sem_post(&woken);
}

int main(void)
{
    sem_init(&woken, 0, 0);
    heddle_interrupt(handler, NULL, TIMES);
#ifdef MENDED
    done = 0;
    armed = 1;
#else
    armed = 1;
    done = 0;
#endif
    finish();
    return 0;
}
