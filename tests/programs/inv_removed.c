// The optimiser drops a variable that nobody reads, and with it the stores.  --keep changes what is checked,
// and the verdict says so.
// flag: --invariant=hits < 4
// flag: -O2
// exit: 65 variable 'hits' of --invariant 'hits < 4' is not in the optimised program; --keep hits
// also: --keep hits FAILED invariant
// also: --keep hits -DTURNS=1 VERIFIED kept: hits
#include <pthread.h>

#ifndef TURNS
#define TURNS 2
#endif

static int hits;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
    for (int i = 0; i < TURNS; i++) {
        pthread_mutex_lock(&lock);
        hits = 2 * i + 2;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    return 0;
}
