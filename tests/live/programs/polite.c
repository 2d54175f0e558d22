// Two that give way to each other: each takes its own lock, tries the other's, and lets go if it is taken.
// live: FAILED ltl: --fair weak --ltl 'F (done0 || done1)'
// live: FAILED ltl: --fair strong --ltl 'F (done0 || done1)'
// live: FAILED non-termination: --termination --fair strong
// live: VERIFIED: --ltl 'G (done0 -> G done0)'
// live: FAILED livelock: --no-livelock
// live: FAILED livelock: --no-livelock --fair strong
// live: VERIFIED: -DORDERED --no-livelock
// live: VERIFIED: -DORDERED --fair weak --ltl 'F (done0 && done1)'
// live: VERIFIED: -DORDERED --termination --fair none
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int done0, done1;

static void both(pthread_mutex_t *mine, pthread_mutex_t *other)
{
#ifdef ORDERED
    (void)mine;
    (void)other;
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
#else
    for (;;) {
        pthread_mutex_lock(mine);
        if (!pthread_mutex_trylock(other))
            return;
        pthread_mutex_unlock(mine);
    }
#endif
}

static void leave(void)
{
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
}

static void *first(void *arg)
{
    both(&a, &b);
    done0 = 1;
    leave();
    return arg;
}

static void *second(void *arg)
{
    both(&b, &a);
    done1 = 1;
    leave();
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, first, 0);
    pthread_create(&t[1], 0, second, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
