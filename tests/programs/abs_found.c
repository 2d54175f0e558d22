// An error that an abstraction lets through is real, and its trace replays.
// flag: --abstract=sum & 1
// flags: --abstract-keep control
// verdict: FAILED in-use :29
// also: -DMENDED UNKNOWN told apart by --abstract alone
#include <heddle.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *worker(void *arg)
{
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&lock);
        sum += i;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, worker, 0);
#ifndef MENDED
    heddle_atomic_begin();
    pthread_mutex_destroy(&lock);
    pthread_mutex_init(&lock, 0);
    heddle_atomic_end();
#endif
    pthread_join(t, 0);
    return 0;
}
