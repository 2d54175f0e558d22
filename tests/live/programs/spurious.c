// A thread that does not ask again after its wake-up goes on too early, after a single spurious one: that is
// a counterexample.  One that needs a spurious wake-up each time round is none.
// live: FAILED ltl: --ltl 'G (woken -> ready)'
// live: VERIFIED: --no-spurious --ltl 'G (woken -> ready)'
// live: FAILED ltl: --ltl 'FG !turns'
// live: VERIFIED: --no-spurious --ltl 'FG !turns'
// live: VERIFIED: -DAGAIN --ltl 'FG !turns'
// live: FAILED ltl: -DAGAIN --ltl 'G !turns'
// live: VERIFIED: -DAGAIN --no-spurious --ltl 'G !turns'
// live: VERIFIED: -DAGAIN --fair weak --ltl 'FG !turns' --ltl 'F ready'
// live: VERIFIED: -DAGAIN --fair strong --ltl 'FG !turns'
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, woken, turns;

static void *waiter(void *arg)
{
    pthread_mutex_lock(&m);
#ifdef AGAIN
    while (!ready) {
        pthread_cond_wait(&c, &m);
        turns = !ready;
        turns = 0;
    }
#else
    if (!ready)
        pthread_cond_wait(&c, &m);
    woken = 1;
    while (!ready)
        turns = !turns;
    turns = 0;
#endif
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, waiter, 0);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
