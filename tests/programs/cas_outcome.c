// A compare-exchange that failed where it was seen succeeds elsewhere: then it is a write, and its order with the
// reads matters.
// verdict: VERIFIED
// outcomes: 13
// also: -DMISSED FAILED assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int x;
static bool done;
static int c, d;

static void *store(void *unused)
{
    atomic_store(&x, 1);
    return unused;
}

static void *exchange(void *unused)
{
    int expected = 1;

    done = atomic_compare_exchange_strong(&x, &expected, 2);
    return unused;
}

static void *load_c(void *unused)
{
    c = atomic_load(&x);
    return unused;
}

static void *load_d(void *unused)
{
    d = atomic_load(&x);
    return unused;
}

int main(void)
{
    void *(*const run[])(void *) = {store, exchange, load_c, load_d};
    pthread_t threads[4];

    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, run[i], NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
#ifdef MISSED
    assert(!(done && c == 0 && d == 0));
#else
    assert(!(done && c == 2 && d == 3));
#endif
    return 0;
}
