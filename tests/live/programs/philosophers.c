// Dining philosophers: all take their left forks; or a footman lets in all but one; or one is left-handed.
// live: FAILED deadlock: --ltl 'GF anybody'
// live: FAILED ltl: --allow-deadlock --ltl 'GF anybody'
// live: VERIFIED: --allow-deadlock --ltl 'G ("eats[0]" -> !"eats[1]")'
// live: VERIFIED: --allow-deadlock --termination -DONCE
// live: FAILED non-termination: -DFOOTMAN --termination
// live: VERIFIED: -DFOOTMAN --ltl 'GF anybody'
// live: FAILED starvation: -DFOOTMAN --no-starvation
// live: VERIFIED: -DFOOTMAN --no-starvation --fair strong
// live: VERIFIED: -DLEFT_HANDED --ltl 'GF anybody'
// live: FAILED ltl: -DLEFT_HANDED --fair weak --ltl 'GF "eats[0]"'
// live: VERIFIED: -DLEFT_HANDED --fair strong --ltl 'GF "eats[0]"'
#include <pthread.h>
#include <semaphore.h>

enum { N = 3 };
static pthread_mutex_t fork_[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static sem_t footman;
static int eats[N];
static const int numbers[N] = {0, 1, 2};

static int anybody(void)
{
    return eats[0] || eats[1] || eats[2];
}

static void *philosopher(void *arg)
{
    int me = *(const int *)arg, left = me, right = (me + 1) % N;

#ifdef LEFT_HANDED
    if (me == N - 1) {
        left = 0;
        right = me;
    }
#endif
#ifdef ONCE
    for (int i = 0; i < 1; i++) {
#else
    for (;;) {
#endif
#ifdef FOOTMAN
        sem_wait(&footman);
#endif
        pthread_mutex_lock(&fork_[left]);
        pthread_mutex_lock(&fork_[right]);
        eats[me] = 1;
        eats[me] = 0;
        pthread_mutex_unlock(&fork_[right]);
        pthread_mutex_unlock(&fork_[left]);
#ifdef FOOTMAN
        sem_post(&footman);
#endif
    }
    return 0;
}

int main(void)
{
    pthread_t t[N];

    sem_init(&footman, 0, N - 1);
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, philosopher, (void *)&numbers[i]);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
