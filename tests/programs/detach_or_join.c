// verdict: FAILED misuse :19
// A thread that detaches itself may do so before it is joined.
#include <pthread.h>

static int x;

static void *worker(void *arg)
{
    x = 1;
    pthread_detach(pthread_self());
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    x = 2;
    pthread_join(t, NULL);
    return 0;
}
