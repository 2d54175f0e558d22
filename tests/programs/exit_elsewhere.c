// verdict: FAILED assertion :11
// One thread ends the process; another, which has nothing to do with it, may fail before that.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int zero;

static void *fails(void *arg)
{
    assert(zero == 1);
    return arg;
}

static void *ends(void *arg)
{
    (void)arg;
    exit(0);
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, ends, NULL);
    pthread_create(&b, NULL, fails, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
