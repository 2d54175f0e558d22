// verdict: VERIFIED
// executions: 8
// Two threads create others at the same time: who is created first makes no other execution.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *inner(void *arg)
{
    atomic_fetch_add(&x, 1);
    return arg;
}

static void *outer(void *arg)
{
    pthread_t t;

    if (!atomic_load(&y))
        atomic_store(&y, 1);
    pthread_create(&t, NULL, inner, NULL);
    pthread_join(t, NULL);
    return arg;
}

int main(void)
{
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, outer, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(x == 2);
    return 0;
}
