// verdict: FAILED deadlock
// also: -DPASSES_ON VERIFIED
// A wait that times out may use up a signal that was sent to it meanwhile (POSIX): whoever gives up
// has to pass it on.
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *impatient(void *unused)
{
    struct timespec until = {2000000000, 0};

    pthread_mutex_lock(&lock);
    if (!ready) {
        int result = pthread_cond_timedwait(&changed, &lock, &until);

#ifdef PASSES_ON
        (void)result;
#else
        if (result != ETIMEDOUT)
#endif
            pthread_cond_signal(&changed);
    }
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
    ready = 1;
    pthread_mutex_unlock(&lock);
    pthread_cond_signal(&changed);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
