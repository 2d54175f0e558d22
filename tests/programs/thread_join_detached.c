// verdict: FAILED misuse :15
// A thread that detaches itself is joined; it may do so before main waits or while it does.
#include <pthread.h>

static void *work(void *arg)
{
    pthread_detach(pthread_self());
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
