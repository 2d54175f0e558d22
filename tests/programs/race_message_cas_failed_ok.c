// verdict: VERIFIED
// flags: --races error
// A compare-exchange that fails has its failure order, which acquires.
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

int main(void)
{
    pthread_t a;
    int none = 0;
    pthread_create(&a, NULL, writer, NULL);
    if (!atomic_compare_exchange_strong_explicit(&flag, &none, 2, memory_order_acq_rel, memory_order_acquire))
        seen = data;
    pthread_join(a, NULL);
    return 0;
}
