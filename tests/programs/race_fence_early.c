// verdict: FAILED data-race
// flags: --races error
// The fence of the writer comes too early.
#include <pthread.h>
#include <stdatomic.h>

static int data, seen;
static atomic_int flag;

static void *writer(void *arg)
{
    atomic_thread_fence(memory_order_release);
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, writer, NULL);
    if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        atomic_thread_fence(memory_order_acquire);
        seen = data;
    }
    pthread_join(a, NULL);
    return 0;
}
