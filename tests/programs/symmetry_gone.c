// verdict: VERIFIED
// also: --thread-symmetry VERIFIED
// also: -O2 --thread-symmetry VERIFIED
// Detached threads and what they were given end while others of their class go on; the argument is gone
// before the threads are, and the slot of one that ended is used again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int left = 3, freed;

static void *worker(void *arg)
{
    int *shared = arg;
    assert(*shared == 7);
    if (atomic_fetch_sub(&left, 1) == 1) {
        free(shared);
        freed = 1;
    }
    shared = arg = NULL;
    atomic_fetch_add(&left, 0);
    return NULL;
}

static void *other(void *arg)
{
    return arg;
}

static void start(void)
{
    pthread_attr_t detached;
    pthread_t t;
    int *shared = malloc(sizeof *shared);
    *shared = 7;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    for (int i = 0; i < 3; i++)
        pthread_create(&t, &detached, worker, shared);
}

int main(void)
{
    pthread_t t;
    start();
    pthread_create(&t, NULL, other, malloc(1));
    pthread_join(t, NULL);
    while (!freed)
        continue;
    return 0;
}
