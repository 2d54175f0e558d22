// verdict: VERIFIED
// flags: --no-spurious
// outcomes: 2
// A signal that is sent before the wait wakes nobody: then only the time ends the wait.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int late;

static void *waiter(void *arg)
{
    struct timespec soon = {.tv_sec = 1};
    pthread_mutex_lock(&m);
    late = pthread_cond_timedwait(&c, &m, &soon) != 0;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, waiter, NULL);
    pthread_cond_signal(&c);
    pthread_join(t, NULL);
    return 0;
}
