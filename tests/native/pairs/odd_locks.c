// Errors that a mutex or semaphore tells: in vain for its holder, waited with by another, one more than fits; the wrong program
// locks the normal mutex without a time-out.
// right: VERIFIED
// wrong: FAILED relock
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static void in_vain(void)
{
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    struct timespec late = {0};

    pthread_mutex_lock(&m);
    assert(pthread_mutex_timedlock(&m, &late) == ETIMEDOUT);
    assert(pthread_mutex_trylock(&m) == EBUSY);
#ifdef WRONG
    pthread_mutex_lock(&m);
#endif
    pthread_mutex_unlock(&m);
}

static void not_held(int kind)
{
    pthread_cond_t c = PTHREAD_COND_INITIALIZER;
    pthread_mutexattr_t attr;
    pthread_mutex_t m;

    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, kind);
    pthread_mutex_init(&m, &attr);
    assert(pthread_cond_wait(&c, &m) == EPERM);
    assert(pthread_mutex_unlock(&m) == EPERM);
    assert(pthread_mutex_trylock(&m) == 0);
    assert(pthread_cond_signal(&c) == 0 && pthread_cond_destroy(&c) == 0);
    pthread_mutex_unlock(&m);
}

static void full(void)
{
    sem_t s;
    int value;

    assert(sem_init(&s, 0, 1u + SEM_VALUE_MAX) == -1 && errno == EINVAL);
    assert(sem_init(&s, 0, SEM_VALUE_MAX) == 0);
    assert(sem_post(&s) == -1 && errno == EOVERFLOW);
    assert(sem_getvalue(&s, &value) == 0 && value == SEM_VALUE_MAX);
    assert(sem_wait(&s) == 0 && sem_post(&s) == 0);
}

int main(void)
{
    in_vain();
    not_held(PTHREAD_MUTEX_ERRORCHECK);
    not_held(PTHREAD_MUTEX_RECURSIVE);
    full();
    return 0;
}
