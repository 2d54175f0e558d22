// Message passing: stores reach memory in their order.
// sc: VERIFIED
// tso: VERIFIED
// pso: FAILED assertion
#include <assert.h>
#include <pthread.h>

int data, flag, f, d;

static void *t0(void *unused)
{
    data = 1;
    flag = 1;
    return unused;
}

static void *t1(void *unused)
{
    f = flag;
    d = data;
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, t0, 0);
    pthread_create(&t[1], 0, t1, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(!f || d);
    return 0;
}
