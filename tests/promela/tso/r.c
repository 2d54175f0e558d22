// R: a later load overtakes a store.
// sc: VERIFIED
// tso: FAILED
#include <assert.h>
#include <pthread.h>

int x, y, r0;

static void *t0(void *unused)
{
    x = 1;
    y = 1;
    return unused;
}

static void *t1(void *unused)
{
    y = 2;
    r0 = x;
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, t0, 0);
    pthread_create(&t[1], 0, t1, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(!(y == 2 && r0 == 0));
    return 0;
}
