// A thread that spins may keep the other from its store, but for runs that are fair.
// FAILED none: F go
// VERIFIED weak: F go
// VERIFIED weak: G (go -> F left)
#include <pthread.h>

volatile int go, left;

static void *worker(void *unused)
{
    while (!go)
        ;
    left = 1;
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, worker, 0);
    go = 1;
    pthread_join(t, 0);
    return 0;
}
