// A bounded buffer with a mutex and condition variables: each waits when it must, and so lets the other in.
// A spurious wake-up may come, but not for ever.
// live: VERIFIED: --fair weak --ltl 'GF full && GF !full'
// live: VERIFIED: --fair weak --ltl 'G (full -> F !full)'
// live: VERIFIED: --no-starvation
// live: VERIFIED: --fair strong --no-starvation --ltl 'G (full -> F !full)'
// live: VERIFIED: --ltl 'GF full'
// live: FAILED ltl: --ltl 'FG full'
// live: VERIFIED: --ltl 'G "count >= 0 && count <= 1"'
// live: VERIFIED: --no-spurious --fair weak --ltl 'GF full && GF !full'
// live: VERIFIED: -DROOM=2 --fair weak --ltl 'G (full -> F !full)'
// live: FAILED ltl: -DROOM=2 --fair weak --ltl 'GF full'
#include <pthread.h>

#ifndef ROOM
#define ROOM 1
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int count;

static int full(void)
{
    return count == ROOM;
}

static void *producer(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&m);
        while (full())
            pthread_cond_wait(&not_full, &m);
        count++;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&m);
    }
    return arg;
}

static void *consumer(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&m);
        while (count == 0)
            pthread_cond_wait(&not_empty, &m);
        count--;
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, producer, 0);
    pthread_create(&t[1], 0, consumer, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
