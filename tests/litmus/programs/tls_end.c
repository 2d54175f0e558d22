// verdict: FAILED assertion
// A thread's own atomic variable is stored to in the last step of the thread, and ends with it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Thread_local atomic_int mine;
static atomic_int x, y;

static void *first(void *arg)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    atomic_store(&mine, 1);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, first, NULL);
    if (atomic_load_explicit(&y, memory_order_relaxed))
        assert(atomic_load_explicit(&x, memory_order_relaxed));
    pthread_join(t, NULL);
    return 0;
}
