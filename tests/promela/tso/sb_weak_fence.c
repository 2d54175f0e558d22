// Acquire and release fences leave stores in the buffer.
// sc: VERIFIED
// tso: FAILED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int x, y, r0, r1;

static void *t0(void *unused)
{
    x = 1;
    atomic_thread_fence(memory_order_acq_rel);
    r0 = y;
    return unused;
}

static void *t1(void *unused)
{
    y = 1;
    atomic_thread_fence(memory_order_release);
    r1 = x;
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, t0, 0);
    pthread_create(&t[1], 0, t1, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(r0 || r1);
    return 0;
}
