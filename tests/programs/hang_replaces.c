// verdict: FAILED hang
// A loop that replaces an object by one like it changes nothing for others, however objects are
// numbered.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stop;
static int *latest;

static void *worker(void *arg)
{
    while (!stop) {
        int *fresh = malloc(sizeof *fresh), *old;

        *fresh = 1;
        pthread_mutex_lock(&lock);
        old = latest;
        latest = fresh;
        free(old);
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
