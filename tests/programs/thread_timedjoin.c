// verdict: VERIFIED
// also: -DEND FAILED assertion
// also: -DLATE FAILED assertion
// A join with a time-out waits for no thread that waits for the caller: it times out.  Where the thread may end before,
// both happen.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t go;

static void *work(void *arg)
{
    sem_wait(&go);
    return arg;
}

int main(void)
{
    pthread_t t;

#if defined END || defined LATE
    sem_init(&go, 0, 1);
#else
    sem_init(&go, 0, 0);
#endif
    pthread_create(&t, NULL, work, NULL);
    int error = pthread_timedjoin_np(t, NULL, &(struct timespec){0});
#ifdef END
    assert(error == ETIMEDOUT);
#elif defined LATE
    assert(!error);
#else
    assert(error == ETIMEDOUT);
#endif
    if (error) {
        sem_post(&go);
        pthread_join(t, NULL);
    }
    return 0;
}
