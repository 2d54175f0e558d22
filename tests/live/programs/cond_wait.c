// One waits for the other.  Apart from spurious wake-ups, of which there are not infinitely many, nothing
// here goes on for ever.  The careless one asks before it takes the lock, and may sleep for ever.
// live: VERIFIED: --ltl 'F done'
// live: VERIFIED: --termination --fair none
// live: VERIFIED: --no-starvation
// live: FAILED deadlock: -DCARELESS --no-spurious --ltl 'F done'
// live: FAILED ltl: -DCARELESS --allow-deadlock --ltl 'F done'
// live: VERIFIED: -DCARELESS --allow-deadlock --ltl 'G (ready -> G ready)' --ltl 'F ready'
// live: FAILED starvation: -DCARELESS --allow-deadlock --no-starvation
// live: FAILED ltl: -DBUSY --ltl 'F done'
// live: VERIFIED: --allow-hang -DBUSY --fair weak --ltl 'F done'
// live: VERIFIED: --allow-hang -DBUSY --no-starvation
// live: FAILED hang: -DBUSY --no-starvation
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static volatile int ready, done;

static void *waiter(void *arg)
{
#ifdef CARELESS
    if (!ready) {
        pthread_mutex_lock(&m);
        pthread_cond_wait(&c, &m);
        pthread_mutex_unlock(&m);
    }
#else
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
#endif
    done = 1;
    return arg;
}

static void *setter(void *arg)
{
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
#ifdef BUSY
    for (;;)
        ;
#endif
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, waiter, 0);
    pthread_create(&t[1], 0, setter, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
