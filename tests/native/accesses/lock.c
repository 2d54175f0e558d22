// Locks made of atomics: test-and-set, test-and-test-and-set with sched_yield, and one that forgets to look.
// with : VERIFIED / VERIFIED
// with -DYIELD: VERIFIED / VERIFIED
// with -DBAD: FAILED assertion / FAILED data-race
// with -DRELAXED: VERIFIED / FAILED data-race
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int held;
static int n;

static void lock(void)
{
#if defined YIELD
    int none = 0;

    while (!atomic_compare_exchange_strong(&held, &none, 1)) {
        none = 0;
        while (atomic_load(&held))
            sched_yield();
    }
#elif defined BAD
    while (atomic_load(&held))
        ;
    atomic_store(&held, 1);
#else
    while (atomic_exchange(&held, 1))
        ;
#endif
}

static void unlock(void)
{
#ifdef RELAXED
    atomic_store_explicit(&held, 0, memory_order_relaxed);
#else
    atomic_store(&held, 0);
#endif
}

static void *worker(void *arg)
{
    lock();
    n = n + 1;
    unlock();
    return arg;
}

int main(void)
{
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(n == 2);
    return 0;
}
