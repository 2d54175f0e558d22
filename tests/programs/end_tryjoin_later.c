// A thread that has done the last thing it does need not be over yet.
// verdict: VERIFIED
// outcomes: 4
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static int seen, busy;

static void *writes(void *arg)
{
    atomic_store(&x, 1);
    return arg;
}

int main(void)
{
    pthread_t a;

    pthread_create(&a, 0, writes, 0);
    seen = atomic_load(&x);
    busy = pthread_tryjoin_np(a, 0) == EBUSY;
    if (busy)
        pthread_join(a, 0);
    return seen * 2 + busy;
}
