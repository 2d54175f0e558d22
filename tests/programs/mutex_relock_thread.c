// verdict: FAILED relock :10
// An early return forgets the unlock: the next round locks again.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int closed;

static int step(void)
{
    pthread_mutex_lock(&m);
    if (closed)
        return 0;
    pthread_mutex_unlock(&m);
    return 1;
}

static void *work(void *arg)
{
    step();
    step();
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    closed = 1;
    pthread_join(t, NULL);
    return 0;
}
