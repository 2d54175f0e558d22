// A wait with a time-out never blocks for good: it may time out for ever, which is no starvation.
// live: FAILED ltl: --fair strong --ltl 'F got'
// live: VERIFIED: --allow-hang --no-starvation
// live: FAILED hang: --no-starvation
// live: VERIFIED: -DPOSTED --fair weak --ltl 'F got'
// live: FAILED ltl: -DPOSTED --ltl 'F got'
// live: VERIFIED: --allow-hang --fair weak --ltl 'G !got'
// live: FAILED deadlock: -DUNTIMED --ltl 'F got'
// live: FAILED starvation: -DUNTIMED --allow-deadlock --no-starvation
// live: VERIFIED: -DUNTIMED -DPOSTED --ltl 'F got' --no-starvation
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t s;
static int got;

static void *waiter(void *arg)
{
#ifdef UNTIMED
    sem_wait(&s);
#else
    struct timespec soon = {1, 0};

    while (sem_timedwait(&s, &soon))
        ;
#endif
    got = 1;
    return arg;
}

int main(void)
{
    pthread_t t;

    sem_init(&s, 0, 0);
    pthread_create(&t, 0, waiter, 0);
#ifdef POSTED
    sem_post(&s);
#endif
    pthread_join(t, 0);
    return 0;
}
