// verdict: VERIFIED
// A wait with a time-out in a loop: it goes round until the flag is there.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int done;

static void *wait(void *arg)
{
    struct timespec t = {0};
    pthread_mutex_lock(&m);
    while (!done)
        pthread_cond_timedwait(&c, &m, &t);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, wait, NULL);
    pthread_mutex_lock(&m);
    done = 1;
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
