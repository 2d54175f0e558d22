// verdict: VERIFIED
// flags: --races error
// A message in the strongest order.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void *writer(void *arg)
{
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_seq_cst);
    return arg;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, writer, NULL);
    if (atomic_load_explicit(&flag, memory_order_seq_cst))
        assert(data == 1);
    pthread_join(a, NULL);
    return 0;
}
