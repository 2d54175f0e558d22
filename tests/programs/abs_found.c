// An error that an abstraction lets through is real: found with fewer states, and its trace replays.
// flag: --abstract=busy
// flags: --abstract-keep control
// verdict: FAILED assertion :20
// also: -DMENDED UNKNOWN told apart by --abstract alone
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int busy, sum;

static void *worker(void *arg)
{
    for (int i = 0; i < 3; i++) {
#ifdef MENDED
        while (atomic_exchange(&busy, 1))
            ;
#else
        if (busy)
            assert(0 && "met another");
        busy = 1;
#endif
        sum += i;
        busy = 0;
    }
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
