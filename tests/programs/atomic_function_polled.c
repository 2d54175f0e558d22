// verdict: VERIFIED
// also: -O2 VERIFIED
// also: -O3 -m32 VERIFIED
// The optimiser neither inlines atomic functions nor takes two calls of one for the same.
#include <assert.h>
#include <pthread.h>

static int counter, ready;

static inline __attribute__((always_inline)) void __VERIFIER_atomic_increment(void)
{
    counter = counter + 1;
}

static int __VERIFIER_atomic_begin_if_ready(void)
{
    return ready;
}

static void *worker(void *arg)
{
    while (!__VERIFIER_atomic_begin_if_ready())
        continue;
    __VERIFIER_atomic_increment();
    return arg;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, worker, NULL);
    pthread_create(&t[1], NULL, worker, NULL);
    ready = 1;
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(counter == 2);
    return 0;
}
