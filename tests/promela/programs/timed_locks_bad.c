// verdict: FAILED assertion
// A timed lock need not be there when others hold it.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *work(void *arg)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    pthread_mutex_timedlock(&m, &until);
    assert(inside == 0);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    if (pthread_mutex_trylock(&m) == 0) {
        inside = 1;
        inside = 0;
        pthread_mutex_unlock(&m);
    }
    pthread_join(t, NULL);
    return 0;
}
