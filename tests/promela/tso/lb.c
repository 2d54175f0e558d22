// Loads do not wait for later stores.
// sc: VERIFIED
// tso: VERIFIED
// pso: VERIFIED
#include <assert.h>
#include <pthread.h>

int x, y, r0, r1;

static void *t0(void *unused)
{
    r0 = y;
    x = 1;
    return unused;
}

static void *t1(void *unused)
{
    r1 = x;
    y = 1;
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, t0, 0);
    pthread_create(&t[1], 0, t1, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(!(r0 && r1));
    return 0;
}
