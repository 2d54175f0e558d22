// verdict: VERIFIED
// outcomes: 1
// A timed wait that nobody answers ends by itself, with the mutex held.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int inside;

static void *work(void *arg)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 1000;
    pthread_mutex_lock(&m);
    int code = pthread_cond_timedwait(&c, &m, &until);
    assert(code == 0 || code == ETIMEDOUT);
    assert(inside++ == 0);
    inside--;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
