// A thread always sees its own latest store.
// sc: VERIFIED
// tso: VERIFIED
// pso: VERIFIED
#include <assert.h>
#include <pthread.h>

int x;
long w;

static void *t0(void *unused)
{
    x = 1;
    x = 2;
    assert(x == 2);
    w = 1L << 40;
    assert(w == 1L << 40);
    return unused;
}

static void *t1(void *unused)
{
    (void)x;
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, t0, 0);
    pthread_create(&t[1], 0, t1, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(x == 2);
    return 0;
}
