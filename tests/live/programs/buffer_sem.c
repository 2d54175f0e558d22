// A bounded buffer with semaphores; with two producers one of them may always come too late.
// live: VERIFIED: --fair weak --ltl 'GF count && GF !count'
// live: VERIFIED: --no-starvation
// live: FAILED starvation: -DPRODUCERS=2 --no-starvation
// live: VERIFIED: -DPRODUCERS=2 --no-starvation --fair strong
// live: FAILED ltl: -DPRODUCERS=2 --fair weak --ltl 'GF "made[0]" && GF "made[1]"'
// live: VERIFIED: -DPRODUCERS=2 --fair strong --ltl 'GF "made[0]" && GF "made[1]"'
// live: VERIFIED: --ltl 'GF count'
#include <pthread.h>
#include <semaphore.h>

#ifndef PRODUCERS
#define PRODUCERS 1
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t empty, full;
static int count, made[2];

static void *producer(void *arg)
{
    int *mine = arg;

    for (;;) {
        sem_wait(&empty);
        pthread_mutex_lock(&m);
        count++;
        *mine = 1;
        pthread_mutex_unlock(&m);
        *mine = 0;
        sem_post(&full);
    }
    return arg;
}

static void *consumer(void *arg)
{
    for (;;) {
        sem_wait(&full);
        pthread_mutex_lock(&m);
        count--;
        pthread_mutex_unlock(&m);
        sem_post(&empty);
    }
    return arg;
}

int main(void)
{
    pthread_t t[PRODUCERS + 1];

    sem_init(&empty, 0, 1);
    sem_init(&full, 0, 0);
    for (int i = 0; i < PRODUCERS; i++)
        pthread_create(&t[i], 0, producer, &made[i]);
    pthread_create(&t[PRODUCERS], 0, consumer, 0);
    for (int i = 0; i <= PRODUCERS; i++)
        pthread_join(t[i], 0);
    return 0;
}
