// verdict: FAILED assertion
// also: -DMENDED VERIFIED
// A step that no step of a wake-up sequence depends on covers nothing: what follows the sequence may
// depend on it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static int a, b;
static void *set(void *arg)
{
    y = 1;
    return arg;
}
static void *look(void *arg)
{
    a = y;
    if (y == 0)
        x = 2;
    return arg;
}
static void *see(void *arg)
{
    b = x;
    return arg;
}
static void *unset(void *arg)
{
    y = 0;
    return arg;
}
int main(void)
{
    pthread_t t[4];

    pthread_create(&t[0], 0, set, 0);
    pthread_create(&t[1], 0, look, 0);
    pthread_create(&t[2], 0, see, 0);
    pthread_create(&t[3], 0, unset, 0);
    x = 1;
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
#ifdef MENDED
    assert(!(a == 1 && b == 0 && x == 1 && y == 2));
#else
    assert(!(a == 1 && b == 0 && x == 1 && y == 1));
#endif
    return 0;
}
