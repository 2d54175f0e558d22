// verdict: VERIFIED
// executions: 2
// A thread that creates another one, and one that is created after a thread with children was joined.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static int data, sum;

static void *inner(void *arg)
{
    sum = data + 1;
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    return arg;
}

static void *outer(void *arg)
{
    pthread_t t;

    data = 1;
    pthread_create(&t, NULL, inner, NULL);
    int seen = atomic_load_explicit(&x, memory_order_relaxed);

    assert(seen == 0 || seen == 1);
    pthread_join(t, NULL);
    assert(sum == 2);
    return arg;
}

static void *later(void *arg)
{
    sum += atomic_load_explicit(&x, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, outer, NULL);
    pthread_join(t, NULL);
    pthread_create(&t, NULL, later, NULL);
    pthread_join(t, NULL);
    assert(sum == 3);
    return 0;
}
