// verdict: VERIFIED
// also: --memory tso FAILED assertion :45
// also: --memory pso FAILED assertion :45
// also: --memory tso -DTHREAD VERIFIED
// also: --memory tso -DLOCKED VERIFIED
// A fence for signal handlers, or for the compiler alone, leaves stores in the buffer.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#if defined THREAD
#define FENCE atomic_thread_fence(memory_order_seq_cst)
#elif defined LOCKED
#define FENCE __asm__ volatile("lock; addl $0, %0" : "+m"(local)::"memory")
#else
#define FENCE                                  \
    atomic_signal_fence(memory_order_seq_cst); \
    __asm__ volatile("" ::: "memory")
#endif

static volatile int x, y, a, b;

static void *other(void *arg)
{
    int local = 0;

    (void)local;
    x = 1;
    FENCE;
    a = y;
    return arg;
}

int main(void)
{
    pthread_t t;
    int local = 0;

    (void)local;
    pthread_create(&t, NULL, other, NULL);
    y = 1;
    FENCE;
    b = x;
    pthread_join(t, NULL);
    assert(a || b);
    return 0;
}
