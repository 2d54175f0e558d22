// verdict: FAILED assertion :28
// memory: ra
// Store buffering: seq_cst accesses are releases and acquires, no more.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int a, b;

static void *first(void *arg)
{
    atomic_store_explicit(&x, 1, memory_order_seq_cst);
    a = atomic_load_explicit(&y, memory_order_seq_cst);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, first, NULL);
    atomic_store_explicit(&y, 1, memory_order_seq_cst);
    b = atomic_load_explicit(&x, memory_order_seq_cst);
    pthread_join(t, NULL);
    int seen = a + b;
    (void)seen;

    assert(a || b);
    return 0;
}
