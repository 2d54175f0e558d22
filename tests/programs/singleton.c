// verdict: FAILED assertion :36
// Threads make a shared block and write to it: whose letter remains is open.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static char *v;

static void *make(void *arg)
{
    v = malloc(1);
    return arg;
}

static void *x(void *arg)
{
    v[0] = 'X';
    return arg;
}

static void *y(void *arg)
{
    v[0] = 'Y';
    return arg;
}

int main(void)
{
    pthread_t m, a, b;
    pthread_create(&m, NULL, make, NULL);
    pthread_join(m, NULL);
    pthread_create(&a, NULL, x, NULL);
    pthread_create(&b, NULL, y, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(v[0] == 'X');
    return 0;
}
