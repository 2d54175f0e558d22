// verdict: VERIFIED
// also: -O2 VERIFIED
// A lock made of an atomic function with an assumption: only runs that get the lock go on.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int condition);

static int lock, inside;

static void __VERIFIER_atomic_acquire(void)
{
    __VERIFIER_assume(lock == 0);
    lock = 1;
}

static void __VERIFIER_atomic_release(void)
{
    lock = 0;
}

static void *worker(void *arg)
{
    __VERIFIER_atomic_acquire();
    inside++;
    assert(inside == 1);
    inside--;
    __VERIFIER_atomic_release();
    return arg;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, worker, NULL);
    pthread_create(&t[1], NULL, worker, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
