// What malloc returned, once it is known to others.
// sc: VERIFIED
// tso: FAILED
// pso: FAILED
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int *x, *y;
int r0, r1;

static void *t0(void *unused)
{
    *x = 1;
    r0 = *y;
    return unused;
}

static void *t1(void *unused)
{
    *y = 1;
    r1 = *x;
    return unused;
}

int main(void)
{
    pthread_t t[2];
    x = malloc(sizeof *x);
    y = malloc(sizeof *y);
    *x = *y = 0;
    pthread_create(&t[0], 0, t0, 0);
    pthread_create(&t[1], 0, t1, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(r0 || r1);
    return 0;
}
