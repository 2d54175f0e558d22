// verdict: FAILED misuse :15
// A thread is cancelled after it was joined.
#include <pthread.h>

static void *work(void *arg)
{
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    pthread_cancel(t);
    return 0;
}
