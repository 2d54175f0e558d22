// flags: --races error --volatile atomic
// verdict: VERIFIED
// also: --memory tso VERIFIED
// also: --memory pso VERIFIED
// also: -DUNFENCED FAILED data-race
// also: --memory tso -DUNFENCED FAILED data-race
// A flag that is volatile and counts as atomic releases what comes before the fence, also where it
// waits in a buffer.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef UNFENCED
#define FENCE(order) (void)0
#else
#define FENCE(order) atomic_thread_fence(order)
#endif

static volatile int flag;
static int data;

static void *writer(void *arg)
{
    data = 1;
    FENCE(memory_order_release);
    flag = 1;
    return arg;
}

int main(void)
{
    pthread_t t;
    int seen = 0;

    pthread_create(&t, NULL, writer, NULL);
    if (flag) {
        FENCE(memory_order_acquire);
        seen = data;
    }
    pthread_join(t, NULL);
    return seen > 1;
}
