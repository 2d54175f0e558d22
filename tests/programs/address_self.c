// verdict: UNKNOWN depends on where an object lies in memory
// also: -O2 UNKNOWN depends on where an object lies in memory
// also: -m32 UNKNOWN depends on where an object lies in memory
// also: --addresses layout VERIFIED
// A place that is picked by pthread_self: an atomic update whose address is not known cuts the run.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int slot[8];

static void *take(void *unused)
{
    unsigned h = ((uintptr_t)pthread_self() >> 12) % 8;

    while (atomic_fetch_add(&slot[h], 1)) {
        atomic_fetch_sub(&slot[h], 1);
        h = (h + 1) % 8;
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    int n = 0;

    pthread_create(&t, 0, take, 0);
    take(0);
    pthread_join(t, 0);
    for (int i = 0; i < 8; i++)
        n += slot[i];
    assert(n == 2);
    return 0;
}
