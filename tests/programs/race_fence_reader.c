// verdict: FAILED data-race
// flags: --races error
// The fence of the reader is missing.
#include <pthread.h>
#include <stdatomic.h>

static int data, seen;
static atomic_int flag;

static void *writer(void *arg)
{
    data = 1;
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, writer, NULL);
    if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        seen = data;
    }
    pthread_join(a, NULL);
    return 0;
}
