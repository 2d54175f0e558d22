// verdict: VERIFIED
// Waits that end: what each says, and who holds what afterwards.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static sem_t s;
static int inside;

static void *work(void *arg)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    if (pthread_mutex_timedlock(&m, &until) == 0) {
        assert(inside++ == 0);
        inside--;
        pthread_mutex_unlock(&m);
    }
    if (sem_timedwait(&s, &until) == 0)
        sem_post(&s);
    else
        assert(errno == ETIMEDOUT);
    return arg;
}

int main(void)
{
    pthread_t t;
    struct timespec until = {.tv_sec = 1};
    sem_init(&s, 0, 0);
    pthread_create(&t, NULL, work, NULL);
    pthread_mutex_lock(&m);
    assert(inside++ == 0);
    inside--;
    pthread_mutex_unlock(&m);
    sem_post(&s);
    pthread_join(t, NULL);
    assert(pthread_rwlock_timedwrlock(&l, &until) == 0);
    assert(pthread_rwlock_timedrdlock(&l, &until) == EDEADLK);
    pthread_rwlock_unlock(&l);
    assert(pthread_rwlock_timedrdlock(&l, &until) == 0);
    assert(pthread_rwlock_timedwrlock(&l, &until) == ETIMEDOUT);
    pthread_rwlock_unlock(&l);
    return 0;
}
