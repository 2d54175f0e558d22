// verdict: FAILED deadlock
// also: -DMASKED VERIFIED
// also: -DCHOOSES FAILED deadlock
// also: -DCHOOSES -DMASKED VERIFIED
// also: -DTRIES VERIFIED
// also: -DSLEEPS FAILED deadlock
// A handler that waits for a lock of the code that it interrupts: nobody else runs until it
// returns.
#include "masked.h"
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void handler(void *arg)
{
    int *flag = arg;

#ifdef CHOOSES
    if (heddle_choose(2))
        return;
#endif
#ifdef TRIES
    if (pthread_mutex_trylock(&m) != 0)
        return;
#else
    pthread_mutex_lock(&m);
#endif
#ifdef SLEEPS
    while (!*flag)
        pthread_cond_wait(&c, &m);
#endif
    *flag = 1;
    pthread_mutex_unlock(&m);
}

int main(void)
{
    heddle_interrupt(handler, &ready, 0);
    for (int i = 0; i < 2; i++) {
        OFF;
        pthread_mutex_lock(&m);
        ready = 0;
        pthread_cond_signal(&c);
        pthread_mutex_unlock(&m);
        ON;
    }
    return 0;
}
