// flags: --races error
// verdict: VERIFIED
// also: --memory tso VERIFIED
// also: --memory pso FAILED data-race
// also: --memory pso -DORDERED VERIFIED
// A release store reaches memory late: what its thread did between the two it has not released. That
// the flag was down while `done` was up already is seen with pso alone.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag, done;
static int data;

static void *writer(void *arg)
{
#ifdef ORDERED
    data = 1;
#endif
    atomic_store_explicit(&flag, 1, memory_order_release);
#ifndef ORDERED
    data = 1;
#endif
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t t;
    int late, seen = 0;

    pthread_create(&t, NULL, writer, NULL);
    late = atomic_load_explicit(&done, memory_order_relaxed) &&
           !atomic_load_explicit(&flag, memory_order_relaxed);
    if (late && atomic_load_explicit(&flag, memory_order_acquire))
        seen = data;
    pthread_join(t, NULL);
    return seen > 1;
}
