// verdict: VERIFIED
// also: -DNEVER FAILED hang
// A weak compare-exchange that fails though it need not is tried again: only one whose value never comes hangs.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *add(void *arg)
{
#ifdef NEVER
    for (int e = 7; !atomic_compare_exchange_weak(&x, &e, 1); e = 7)
        continue;
#else
    for (int e = atomic_load(&x); !atomic_compare_exchange_weak(&x, &e, e + 1);)
        continue;
#endif
    return arg;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, add, 0);
    pthread_create(&t[1], 0, add, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(x == 2);
    return 0;
}
