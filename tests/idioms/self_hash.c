// default: UNKNOWN
// A slot by a hash of pthread_self.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static _Atomic int slot[8];
static void *w(void *u)
{
    unsigned h = ((uintptr_t)pthread_self() >> 12) % 8;
    while (atomic_fetch_add(&slot[h], 1)) {
        atomic_fetch_sub(&slot[h], 1);
        h = (h + 1) % 8;
    }
    return u;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, w, 0);
    w(0);
    pthread_join(t, 0);
    int n = 0;
    for (int i = 0; i < 8; i++)
        n += slot[i];
    assert(n == 2);
    return 0;
}
