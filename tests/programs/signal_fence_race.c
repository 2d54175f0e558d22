// verdict: FAILED data-race
// flags: --races error
// also: -DTHREAD VERIFIED
// Signal fences order nothing between threads.
#include <pthread.h>
#include <stdatomic.h>

#ifdef THREAD
#define FENCE atomic_thread_fence
#else
#define FENCE atomic_signal_fence
#endif

static int data;
static atomic_int flag;

static void *writer(void *arg)
{
    data = 1;
    FENCE(memory_order_release);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t t;
    int seen = 0;

    pthread_create(&t, NULL, writer, NULL);
    if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        FENCE(memory_order_acquire);
        seen = data;
    }
    pthread_join(t, NULL);
    return seen > 1;
}
