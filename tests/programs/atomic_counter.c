// verdict: VERIFIED
// also: -O2 VERIFIED
// Atomic increments are never lost, though other accesses come between.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *work(void *arg)
{
    for (int i = 0; i < 3; i++)
        atomic_fetch_add(&counter, 1);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 6);
    return 0;
}
