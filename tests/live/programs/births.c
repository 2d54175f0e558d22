// Threads have their numbers in the order of their creation, also when two threads create some and
// nobody else sees the handles.
// live: FAILED ltl: --ltl 'G !@here(T2)'
// live: FAILED ltl: --ltl 'F @here(T3)'
// live: VERIFIED: --fair weak --ltl 'G !(@here(T2) && @here(T3))'
// live: VERIFIED: --ltl 'F @here(T2) || F @here(T3)'
// live: VERIFIED: --ltl 'F @here(T4)'
// live: FAILED ltl: -DAFTER --fair weak --ltl 'F @here(T3)'
// live: FAILED ltl: -DAFTER --fair weak --ltl 'F @here(T2)'
#include <pthread.h>

static int x, y;

static void *leaf(void *arg)
{
    x = 1;
here:
    x = 2;
    return arg;
}

static void *none(void *arg)
{
    return arg;
}

static void *parent(void *arg)
{
    pthread_t t;

    y = 1;
    pthread_create(&t, 0, leaf, 0);
    pthread_join(t, 0);
    return arg;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, parent, 0);
#ifdef AFTER
    while (!y)
        ;
    pthread_create(&b, 0, none, 0);
#else
    pthread_create(&b, 0, parent, 0);
#endif
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
