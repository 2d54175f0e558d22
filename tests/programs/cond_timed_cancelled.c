// verdict: FAILED deadlock
// also: -DPASSES_ON VERIFIED
// A wait that was signalled may time out also while a cancellation is pending: the signal is used up
// then, and whoever does not pass it on leaves the other thread asleep.
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void pass_on(void *unused)
{
    (void)unused;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

static void *impatient(void *unused)
{
    struct timespec until = {2000000000, 0};

    pthread_mutex_lock(&lock);
    pthread_cleanup_push(pass_on, NULL);
    if (!ready) {
        int result = pthread_cond_timedwait(&changed, &lock, &until);

#ifdef PASSES_ON
        (void)result;
#else
        if (result != ETIMEDOUT)
#endif
            pthread_cond_signal(&changed);
    }
    pthread_cleanup_pop(0);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *patient(void *unused)
{
    pthread_mutex_lock(&lock);
    while (!ready)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, impatient, NULL);
    pthread_create(&b, NULL, patient, NULL);
    pthread_mutex_lock(&lock);
    pthread_cancel(a);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
