// verdict: VERIFIED
// outcomes: 3
// A request to cancel takes effect at the next point where that is allowed, whenever it comes.
#include <pthread.h>

static int x, cancelled;

static void *worker(void *arg)
{
    x = 1;
    pthread_testcancel();
    x = 2;
    pthread_testcancel();
    x = 3;
    return arg;
}

int main(void)
{
    pthread_t t;
    void *value;
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    pthread_join(t, &value);
    cancelled = value == PTHREAD_CANCELED;
    return 0;
}
