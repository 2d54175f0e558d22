// verdict: VERIFIED
// What lies between begin and end is one step for all others.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int counter, a, b;

static void *worker(void *arg)
{
    __VERIFIER_atomic_begin();
    counter++;
    a++;
    b++;
    __VERIFIER_atomic_end();
    return arg;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, worker, NULL);
    pthread_create(&t[1], NULL, worker, NULL);
    __VERIFIER_atomic_begin();
    assert(a == b);
    __VERIFIER_atomic_end();
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(counter == 2);
    return 0;
}
