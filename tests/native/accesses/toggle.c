// A thread writes in each round of a loop that another one ends: what it wrote is no spinning that can be left out.
// with : FAILED assertion / FAILED assertion
// with -DATOMIC: FAILED assertion / FAILED assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef ATOMIC
static atomic_int busy, stop;
#else
static volatile int busy, stop;
#endif

static void *worker(void *arg)
{
    while (!stop) {
        busy = 1;
        busy = 0;
    }
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, worker, NULL);
    assert(!busy);
    stop = 1;
    pthread_join(t, NULL);
    return 0;
}
