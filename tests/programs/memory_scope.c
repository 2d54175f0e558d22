// verdict: VERIFIED
// also: --memory tso VERIFIED
// also: --memory tso --leaks VERIFIED
// also: --memory pso UNKNOWN a local variable becomes known to others
// also: --memory pso -DRELEASE VERIFIED
// What waits for a variable whose scope ends is nobody's business any more.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef RELEASE
#define ORDER memory_order_release
#else
#define ORDER memory_order_relaxed
#endif

static _Atomic(atomic_int *) shown;
static atomic_int over;

static void *other(void *arg)
{
    atomic_int *p = atomic_load(&shown);

    (void)arg;
    if (p && !atomic_exchange(&over, 1))
        atomic_fetch_add(p, 10);
    return NULL;
}

static void lend(void)
{
    atomic_int local = 0;

    atomic_store_explicit(&shown, &local, ORDER);
    if (atomic_exchange(&over, 1))
        while (atomic_load(&local) < 10)
            ;
    atomic_store_explicit(&local, 3, memory_order_relaxed);
}

int main(void)
{
    pthread_t t;
    int *heap;

    pthread_create(&t, NULL, other, NULL);
    lend();
    heap = malloc(sizeof *heap);
    *heap = 1;
    free(heap);
    pthread_join(t, NULL);
    return 0;
}
