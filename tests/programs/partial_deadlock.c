// verdict: FAILED partial-deadlock
// also: -DMENDED VERIFIED
// also: -DENDS VERIFIED
// also: --allow-hang VERIFIED
// also: --allow-partial-deadlock VERIFIED
// also: -DJOINED --allow-partial-deadlock VERIFIED
// also: -DJOINED FAILED partial-deadlock
// not: stateless:dpor late:dpor stateless:optimal
// Two threads wait for each other's mutex while a third one counts for ever.  Where main may end the process it is an
// end like any other.
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int n;

static void both(pthread_mutex_t *x, pthread_mutex_t *y)
{
    pthread_mutex_lock(x);
    pthread_mutex_lock(y);
    pthread_mutex_unlock(y);
    pthread_mutex_unlock(x);
}

void *left(void *arg)
{
    both(&a, &b);
    return arg;
}

void *right(void *arg)
{
#ifdef MENDED
    both(&a, &b);
#else
    both(&b, &a);
#endif
    return arg;
}

void *server(void *arg)
{
    for (;;)
        n = !n;
    return arg;
}

int main(void)
{
    pthread_t t[3];

    pthread_create(&t[0], 0, left, 0);
#ifndef JOINED
    pthread_create(&t[1], 0, right, 0);
#endif
    pthread_create(&t[2], 0, server, 0);
#ifdef ENDS
    return 0;
#endif
#ifdef JOINED
    pthread_mutex_lock(&a);
    pthread_join(t[0], 0);
#endif
    pthread_join(t[2], 0);
}
