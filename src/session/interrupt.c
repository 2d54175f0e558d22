/* Ctrl-C, and what batch systems and `timeout` send.  The first signal ends the search with its
 * figures, the second the process.  `timeout` sends one signal twice, to the process and to its
 * group: what follows within a moment is not a second. */
#include "session/interrupt.h"

#include <signal.h>
#include <time.h>

#define MOMENT 300 /* milliseconds */

/* A signal handler has no other way to speak: the one variable that belongs to no object. */
volatile int interrupted;

static void interrupt(int number)
{
    static struct timespec first;
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!interrupted)
        first = now;
    interrupted = 1;
    if ((now.tv_sec - first.tv_sec) * 1000 + (now.tv_nsec - first.tv_nsec) / 1000000 > MOMENT) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

void interrupt_listen(void)
{
    struct sigaction a = {.sa_handler = interrupt};

    sigaction(SIGINT, &a, NULL);
    sigaction(SIGTERM, &a, NULL);
}
