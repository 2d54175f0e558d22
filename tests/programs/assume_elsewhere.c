// verdict: FAILED assertion :18
// One thread drops the run; another, which touches nothing that the first one does, may fail before.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int never, zero;

static void *drops(void *arg)
{
    never = 0;
    heddle_assume(never);
    return arg;
}

static void *fails(void *arg)
{
    assert(zero);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, drops, NULL);
    pthread_create(&b, NULL, fails, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
