// verdict: FAILED data-race 
// flags: --races error
// also: -DMENDED VERIFIED
// Two pairs of threads meet at one barrier, one pair after the other: nothing orders the second after the first.
#include <pthread.h>
#include <stdatomic.h>

#ifdef MENDED
#define ORDER memory_order_acquire
#else
#define ORDER memory_order_relaxed
#endif

static pthread_barrier_t meeting;
static atomic_int over;
static int x, copy;

static void *early(void *arg)
{
    if (arg)
        x = 1;
    pthread_barrier_wait(&meeting);
    atomic_store_explicit(&over, 1, memory_order_release);
    return arg;
}

static void *late(void *arg)
{
    while (!atomic_load_explicit(&over, ORDER))
        continue;
    pthread_barrier_wait(&meeting);
    if (arg)
        copy = x;
    return arg;
}

int main(void)
{
    pthread_t t[4];

    pthread_barrier_init(&meeting, NULL, 2);
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, i < 2 ? early : late, i % 3 == 0 ? &x : NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    return copy > 1;
}
