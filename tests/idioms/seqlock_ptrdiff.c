// default: VERIFIED
// Differences of pointers into a ring.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int ring[8];
static int *_Atomic rd = ring, *_Atomic wr = ring;
static void *w(void *u)
{
    int *p = wr;
    *p = 7;
    atomic_store(&wr, p + 1 == ring + 8 ? ring : p + 1);
    return u;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, w, 0);
    ptrdiff_t n = wr - rd;
    if (n < 0)
        n += 8;
    assert(n == 0 || n == 1);
    if (n)
        assert(*rd == 7);
    pthread_join(t, 0);
    return 0;
}
