// verdict: VERIFIED
// flags: --races error
// A message that is released and acquired.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
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
    pthread_create(&a, NULL, writer, NULL);
    if (atomic_load_explicit(&flag, memory_order_acquire))
        assert(data == 1);
    pthread_join(a, NULL);
    return 0;
}
