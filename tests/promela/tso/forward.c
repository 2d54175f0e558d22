// A thread reads its own stores before others do (n6).
// sc: VERIFIED
// tso: FAILED
// pso: FAILED
#include <assert.h>
#include <pthread.h>

int x, y, own0, own1, r0, r1;

static void *t0(void *unused)
{
    x = 1;
    own0 = x;
    r0 = y;
    return unused;
}

static void *t1(void *unused)
{
    y = 1;
    own1 = y;
    r1 = x;
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, t0, 0);
    pthread_create(&t[1], 0, t1, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(own0 == 1 && own1 == 1 && (r0 || r1));
    return 0;
}
