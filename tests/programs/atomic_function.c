// verdict: VERIFIED
// also: -O2 VERIFIED
// A function named __VERIFIER_atomic_... runs as one step.
#include <assert.h>
#include <pthread.h>

static int counter;

static int __VERIFIER_atomic_increment(int *p)
{
    int old = *p;
    *p = old + 1;
    return old;
}

static void *worker(void *arg)
{
    __VERIFIER_atomic_increment(&counter);
    return arg;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, worker, NULL);
    pthread_create(&t[1], NULL, worker, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(counter == 2);
    return 0;
}
