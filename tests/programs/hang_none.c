// verdict: VERIFIED
// also: -O2 VERIFIED
// not: none heap-symmetry superstep persistent sleep tau tau+
// Waits that end: a lock with back-off, a flag of a producer, a pool whose worker frees what it is handed, a barrier.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>
atomic_flag taken = ATOMIC_FLAG_INIT;
atomic_int here, sense;
_Atomic(int *) box;
int sum;
static void lock(void)
{
    for (int pause = 1; atomic_flag_test_and_set(&taken); pause = pause < 4 ? 2 * pause : 4)
        usleep(pause);
}
static void meet(int mine)
{
    if (atomic_fetch_add(&here, 1) == 1) {
        atomic_store(&here, 0);
        atomic_store(&sense, mine);
    } else {
        while (atomic_load(&sense) != mine)
            sched_yield();
    }
}
static void add(int n)
{
    lock();
    sum += n;
    atomic_flag_clear(&taken);
}
void *works(void *p)
{
    int *job;
    meet(1);
    while (!(job = atomic_exchange(&box, NULL)))
        usleep(1);
    add(*job);
    free(job);
    return p;
}
int main(void)
{
    pthread_t t;
    int *job = malloc(sizeof *job);
    pthread_create(&t, 0, works, 0);
    *job = 2;
    meet(1);
    atomic_store(&box, job);
    add(1);
    pthread_join(t, 0);
    assert(sum == 3);
}
