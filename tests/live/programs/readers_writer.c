// Two readers that overlap for ever keep the writer out: it could never go, so no fairness helps.  With one
// reader it could go again and again.
// live: FAILED starvation: --no-starvation
// live: FAILED starvation: --no-starvation --fair strong
// live: FAILED ltl: --fair strong --ltl 'GF writing'
// live: FAILED starvation: -DREADERS=1 --no-starvation
// live: VERIFIED: -DREADERS=1 --no-starvation --fair strong
// live: VERIFIED: -DREADERS=1 --fair strong --ltl 'GF writing && GF reading'
// live: VERIFIED: --ltl 'G !(writing && "reading > 0")'
#include <pthread.h>
#include <stdatomic.h>

#ifndef READERS
#define READERS 2
#endif

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int reading, writing;

static void *reader(void *arg)
{
    for (;;) {
        pthread_rwlock_rdlock(&lock);
        reading++;
        reading--;
        pthread_rwlock_unlock(&lock);
    }
    return arg;
}

static void *writer(void *arg)
{
    for (;;) {
        pthread_rwlock_wrlock(&lock);
        writing = 1;
        writing = 0;
        pthread_rwlock_unlock(&lock);
    }
    return arg;
}

int main(void)
{
    pthread_t t[READERS + 1];

    for (int i = 0; i < READERS; i++)
        pthread_create(&t[i], 0, reader, 0);
    pthread_create(&t[READERS], 0, writer, 0);
    for (int i = 0; i <= READERS; i++)
        pthread_join(t[i], 0);
    return 0;
}
