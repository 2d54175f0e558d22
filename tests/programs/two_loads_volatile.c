// verdict: FAILED assertion :19
// also: -O2 FAILED assertion :19
// Volatile loads stay two at every level.
#include <assert.h>
#include <pthread.h>

static volatile int x;

static void *writer(void *arg)
{
    x = 1;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    assert(x == x);
    pthread_join(t, NULL);
    return 0;
}
