// verdict: FAILED assertion :20
// Sleeping is no synchronisation: the other thread may be later still.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ready;

static void *work(void *arg)
{
    ready = 1;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    sleep(10);
    assert(ready);
    pthread_join(t, NULL);
    return 0;
}
