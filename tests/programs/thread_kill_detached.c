// verdict: FAILED misuse :16
// A detached thread is asked about, which may be gone by then.
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
    pthread_detach(t);
    pthread_kill(t, 0);
    return 0;
}
