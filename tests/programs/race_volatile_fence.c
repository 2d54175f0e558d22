// flags: --races error --volatile atomic
// verdict: VERIFIED
// also: -DLATE FAILED data-race
// Volatile accesses that count as atomic are relaxed, and fences order what lies around them.
#include <pthread.h>
#include <stdatomic.h>
static int x, seen;
static volatile int flag;
static void *writer(void *arg)
{
#ifndef LATE
    x = 1;
#endif
    atomic_thread_fence(memory_order_release);
#ifdef LATE
    x = 1;
#endif
    flag = 1;
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    if (flag) {
        atomic_thread_fence(memory_order_acquire);
        seen = x;
    }
    pthread_join(t, 0);
    return seen > 1;
}
