// The same, and whether it is a time is not looked for.
// flags: --input-errors drop
// says: deadline_dropped.c:33: the deadline of this call depends on inputs, by 'end': whether it fails is not looked for
// closed: VERIFIED
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *set(void *unused)
{
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    struct timespec end;
    int error = 0;

    pthread_create(&t, NULL, set, NULL);
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_nsec += 500000000;
    pthread_mutex_lock(&lock);
    while (!ready && !error)
        error = pthread_cond_timedwait(&changed, &lock, &end);
    pthread_mutex_unlock(&lock);
    assert(error != EINVAL);
    pthread_join(t, NULL);
    return 0;
}
