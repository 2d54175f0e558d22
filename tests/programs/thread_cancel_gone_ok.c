// verdict: VERIFIED
// A thread that may be over is asked about and cancelled before it is joined, which is allowed.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static void *work(void *arg)
{
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    assert(pthread_kill(t, 0) == 0);
    assert(pthread_cancel(t) == 0);
    assert(pthread_join(t, NULL) == 0);
    return 0;
}
