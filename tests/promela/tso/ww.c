// 2+2W: two orders of stores cannot both be turned around.
// sc: VERIFIED
// tso: VERIFIED
#include <assert.h>
#include <pthread.h>

int x, y;

static void *t0(void *unused)
{
    x = 1;
    y = 2;
    return unused;
}

static void *t1(void *unused)
{
    y = 1;
    x = 2;
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, t0, 0);
    pthread_create(&t[1], 0, t1, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(!(x == 1 && y == 1));
    return 0;
}
