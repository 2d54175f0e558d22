// verdict: FAILED deadlock
// A thread that was woken finds what it waits for gone, and falls asleep again: nobody wakes it then.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int count;

static void barrier(void)
{
    pthread_mutex_lock(&m);
    if (++count == 2) {
        count = 0;
        pthread_cond_broadcast(&c);
    }
    while (count != 0)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
}

static void *work(void *arg)
{
    barrier();
    barrier();
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
