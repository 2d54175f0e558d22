// Two locks in two orders: the run that is stuck stays in its last state.
// live: FAILED deadlock: --ltl 'F (one && two)'
// live: FAILED ltl: --allow-deadlock --ltl 'F (one && two)'
// live: VERIFIED: --allow-deadlock --ltl 'G (one -> G one)'
// live: FAILED ltl: --allow-deadlock --ltl 'G (has0 -> F one)'
// live: FAILED ltl: --allow-deadlock --fair strong --ltl 'G (has0 -> F one)'
// live: VERIFIED: --allow-deadlock --termination
// live: FAILED starvation: --allow-deadlock --no-starvation
// live: VERIFIED: --allow-deadlock -DORDERED --ltl 'F (one && two)' --no-starvation
// live: VERIFIED: -DORDERED --ltl 'G (has0 -> F one)'
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int has0, one, two;

static void *first(void *arg)
{
    pthread_mutex_lock(&a);
    has0 = 1;
    pthread_mutex_lock(&b);
    one = 1;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return arg;
}

static void *second(void *arg)
{
#ifdef ORDERED
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
#else
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
#endif
    two = 1;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
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
