// IRIW: all see stores in one order.
// sc: VERIFIED
// tso: VERIFIED
// pso: VERIFIED
#include <assert.h>
#include <pthread.h>

int x, y, a, b, c, d;

static void *t0(void *unused)
{
    x = 1;
    return unused;
}

static void *t1(void *unused)
{
    y = 1;
    return unused;
}

static void *t2(void *unused)
{
    a = x;
    b = y;
    return unused;
}

static void *t3(void *unused)
{
    c = y;
    d = x;
    return unused;
}

int main(void)
{
    pthread_t t[4];
    pthread_create(&t[0], 0, t0, 0);
    pthread_create(&t[1], 0, t1, 0);
    pthread_create(&t[2], 0, t2, 0);
    pthread_create(&t[3], 0, t3, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    pthread_join(t[2], 0);
    pthread_join(t[3], 0);
    assert(!(a == 1 && b == 0 && c == 1 && d == 0));
    return 0;
}
