// verdict: FAILED assertion :10
// The thread may run before main returns, or not at all: here it fails when it does.
#include <assert.h>
#include <pthread.h>

static int stopped;

static void *work(void *arg)
{
    assert(stopped);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    stopped = 1;
    return 0;
}
