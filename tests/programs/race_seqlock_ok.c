// verdict: VERIFIED
// flags: --races error
// A seqlock whose data is atomic and relaxed.
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int data;

static void *writer(void *arg)
{
    atomic_fetch_add(&sequence, 1);
    atomic_store_explicit(&data, 1, memory_order_relaxed);
    atomic_fetch_add(&sequence, 1);
    return arg;
}

int main(void)
{
    pthread_t a;
    unsigned before = 0, after;
    int seen;
    pthread_create(&a, NULL, writer, NULL);
    do {
        before = atomic_load(&sequence);
        seen = atomic_load_explicit(&data, memory_order_relaxed);
        after = atomic_load(&sequence);
    } while (before % 2 || before != after);
    pthread_join(a, NULL);
    return seen > 1;
}
