// verdict: FAILED misuse
// A thread detaches itself, and main detaches it too.
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
    pthread_detach(t);
    pthread_exit(NULL);
}
