// verdict: VERIFIED
// flags: --races error --volatile atomic
// A volatile counter that somebody looks at now and then.
#include <pthread.h>

static volatile int n;

static void *counts(void *arg)
{
    n = 1;
    n = 2;
    return arg;
}

int main(void)
{
    pthread_t a;
    int seen;
    pthread_create(&a, NULL, counts, NULL);
    seen = n;
    pthread_join(a, NULL);
    return seen > 2;
}
