// An invariant over a static variable: the gate lets two in, since it looks and enters in two steps.
// flag: --invariant=inside <= 1
// verdict: FAILED invariant :16
// also: -DMENDED VERIFIED
#include <pthread.h>
#include <stdatomic.h>

static atomic_int inside;

static void *worker(void *arg)
{
#ifdef MENDED
    int none = 0;
    if (atomic_compare_exchange_strong(&inside, &none, 1))
#else
    if (inside == 0 && ++inside)
#endif
        inside--;
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    return 0;
}
