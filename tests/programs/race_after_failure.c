// verdict: FAILED data-race
// flags: --races error
// also: -DSAFE FAILED assertion
// A run may fail behind two accesses that race in another order, before the search has seen that one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef SAFE
static atomic_int x;
#else
static int x;
#endif
static atomic_int y, z;

static void *reader(void *arg)
{
    y = 1;
    int seen = x;

    assert(!seen);
    return arg;
}

static void *other(void *arg)
{
    if (y)
        z = 1;
    return arg;
}

int main(void)
{
    pthread_t t, u;

    pthread_create(&t, NULL, reader, NULL);
    pthread_create(&u, NULL, other, NULL);
    x = 1;
    z = 2;
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
