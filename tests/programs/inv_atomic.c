// In an atomic section nobody can tell; the invariant is asked when it is left.
// flag: --invariant=a == b
// verdict: VERIFIED
// also: -DSPLIT FAILED invariant
#include <heddle.h>
#include <pthread.h>

static int a, b;

static void *worker(void *arg)
{
#ifdef SPLIT
    a++;
    b++;
#else
    heddle_atomic_begin();
    a++;
    b++;
    heddle_atomic_end();
#endif
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    return 0;
}
