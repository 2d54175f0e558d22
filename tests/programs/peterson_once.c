// verdict: VERIFIED
// also: -O2 FAILED assertion or hang
// Peterson's algorithm on plain variables is right as written; the optimiser drops a store to a thread's own flag.
#include <assert.h>
#include <pthread.h>

static int f0, f1, last;
static volatile int inside;

static void critical(void)
{
    inside++;
    assert(inside == 1);
    inside--;
}

static void *zero(void *arg)
{
    f0 = 1;
    last = 0;
    while (f1 && last == 0)
        ;
    critical();
    f0 = 0;
    return arg;
}

static void *one(void *arg)
{
    f1 = 1;
    last = 1;
    while (f0 && last == 1)
        ;
    critical();
    f1 = 0;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, zero, NULL);
    pthread_create(&b, NULL, one, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
