// verdict: FAILED assertion
// also: -DTIMED FAILED assertion
// also: -DMASKED VERIFIED
// A wait for a semaphore that only the thread itself can reach is a cancellation point all the same: the thread may be
// cancelled there, after the store before it.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int begun, done;

static void *work(void *arg)
{
    sem_t own;

    sem_init(&own, 0, 1);
#ifdef MASKED
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
#endif
    atomic_store(&begun, 1);
#ifdef TIMED
    sem_timedwait(&own, &(struct timespec){0});
#else
    sem_wait(&own);
#endif
    atomic_store(&done, 1);
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, work, NULL);
    if (atomic_load(&begun)) {
        pthread_cancel(t);
        pthread_join(t, NULL);
        assert(done);
    }
    return 0;
}
