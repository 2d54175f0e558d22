// verdict: FAILED assertion :21
// also: --thread-symmetry FAILED assertion :21
// also: -DLATE FAILED assertion :43
// also: -DLATE --thread-symmetry FAILED assertion :43
// A defect that shows only when the thread that came second ends first; LATE: only when the thread that
// was started second ends while the first still runs.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int came, went;

static void *worker(void *arg)
{
    int place = atomic_fetch_add(&came, 1);
#ifdef LATE
    (void)place;
    atomic_fetch_add(&went, 1);
#else
    int end = atomic_fetch_add(&went, 1);
    assert(end == place);
#endif
    return arg;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, worker, NULL);
#ifdef LATE
    pthread_join(t[1], NULL);
    int gone = went, there = came;
#endif
    for (int i = 0; i < 3; i++)
#ifdef LATE
        if (i == 1)
            continue;
        else
#endif
            pthread_join(t[i], NULL);
#ifdef LATE
    assert(there != 2 || gone != 1);
#endif
    return 0;
}
