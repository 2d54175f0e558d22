// verdict: FAILED deadlock :12
// The signal may come before the wait, and is lost.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int woken;

static void *wait(void *arg)
{
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    woken = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, wait, NULL);
    pthread_cond_signal(&c);
    pthread_join(t, NULL);
    return !woken;
}
