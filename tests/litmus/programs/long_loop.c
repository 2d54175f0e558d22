// verdict: VERIFIED
// executions: 2
// A long computation of a thread alone, between two accesses.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *thread(void *arg)
{
    int sum = 0;
    if (!atomic_load(&x))
        return arg;
    for (int i = 0; i < 20000; i++)
        sum = (sum + i) % 1000;
    atomic_store(&y, sum);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    atomic_store(&x, 1);
    pthread_join(t, NULL);
    assert(atomic_load(&y) == 0);
    return 0;
}
