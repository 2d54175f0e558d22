// verdict: FAILED assertion :23
// also: -O2 FAILED assertion :23
// An atomic load and an atomic store are not an atomic increment.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *work(void *arg)
{
    atomic_store(&counter, atomic_load(&counter) + 1);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
