// verdict: FAILED assertion :26
// A compare-exchange that fails writes nothing: with another value there, and for no reason.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, won;

static void *worker(void *arg)
{
    int none = 0;

    if (atomic_compare_exchange_weak(&x, &none, 5))
        atomic_fetch_add(&won, 1);
    return arg;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(won != 0);
    return 0;
}
