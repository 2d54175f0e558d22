// verdict: FAILED data-race
// flags: --races error
// The relaxed store of another thread ends the release sequence.
#include <pthread.h>
#include <stdatomic.h>

static int data, seen;
static atomic_int flag;

static void *writer(void *arg)
{
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return arg;
}

static void *adder(void *arg)
{
    if (atomic_load_explicit(&flag, memory_order_relaxed))
        atomic_store_explicit(&flag, 3, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, adder, NULL);
    if (atomic_load_explicit(&flag, memory_order_acquire) == 3)
        seen = data;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
