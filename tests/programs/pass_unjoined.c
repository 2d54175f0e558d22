// verdict: VERIFIED
// outcomes: 3
// main joins two threads, in one step where nobody else lives: not so before the third one has ended, which nobody
// joins.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stored, got;

static void *stores(void *arg)
{
    atomic_store(&stored, 1);
    return arg;
}

static void *nothing(void *arg)
{
    return arg;
}

int main(void)
{
    pthread_t t[3];

    pthread_create(&t[0], NULL, stores, NULL);
    pthread_create(&t[1], NULL, nothing, NULL);
    pthread_create(&t[2], NULL, nothing, NULL);
    pthread_join(t[1], NULL);
    pthread_join(t[2], NULL);
    got = atomic_load(&stored) + 1;
    return 0;
}
