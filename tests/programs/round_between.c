// A thread spins on one value, and may find each of the two that follow.
// verdict: FAILED assertion :14
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int stage;

static void *waits(void *unused)
{
    while (atomic_load(&stage) == 0)
        continue;
    assert(atomic_load(&stage) == 2);
    return unused;
}

static void *goes_on(void *unused)
{
    atomic_store(&stage, 1);
    atomic_store(&stage, 2);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, waits, NULL);
    pthread_create(&b, NULL, goes_on, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
