// Times that are none: EINVAL at once, of a mutex only where it would have to wait; the wrong program takes it for a time-out.
// right: VERIFIED
// wrong: FAILED assertion
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <threads.h>
#include <time.h>

#ifdef WRONG
#define LATE ETIMEDOUT
#else
#define LATE EINVAL
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, idle = PTHREAD_MUTEX_INITIALIZER;
static const struct timespec negative = {.tv_nsec = -1}, much = {.tv_nsec = 1000000000}, before = {.tv_sec = -1};

static void locks(void)
{
    pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
    const struct timespec *bad = &much;

    assert(pthread_mutex_timedlock(&lock, bad) == LATE);
    assert(pthread_mutex_timedlock(&idle, bad) == 0 && pthread_mutex_unlock(&idle) == 0);
    assert(pthread_mutex_clocklock(&idle, CLOCK_PROCESS_CPUTIME_ID, &before) == EINVAL);
    assert(pthread_rwlock_timedrdlock(&rw, bad) == EINVAL);
    assert(pthread_rwlock_timedwrlock(&rw, bad) == EINVAL);
    assert(pthread_rwlock_clockrdlock(&rw, CLOCK_MONOTONIC, bad) == EINVAL);
    assert(pthread_rwlock_clockwrlock(&rw, CLOCK_TAI, &before) == EINVAL);
}

static void waits(void)
{
    pthread_cond_t c = PTHREAD_COND_INITIALIZER;
    cnd_t d;
    mtx_t m;
    sem_t s;

    sem_init(&s, 0, 1);
    assert(sem_timedwait(&s, &negative) == -1 && errno == EINVAL);
    assert(sem_clockwait(&s, CLOCK_MONOTONIC, &much) == -1 && errno == EINVAL);
    assert(sem_clockwait(&s, CLOCK_TAI, &before) == -1 && errno == EINVAL);
    assert(pthread_cond_timedwait(&c, &lock, &much) == EINVAL);
    assert(pthread_cond_clockwait(&c, &lock, CLOCK_MONOTONIC, &negative) == EINVAL);
    assert(pthread_cond_clockwait(&c, &lock, CLOCK_TAI, &before) == EINVAL);
    cnd_init(&d);
    mtx_init(&m, mtx_timed);
    mtx_lock(&m);
    assert(cnd_timedwait(&d, &m, &much) == thrd_error);
    mtx_unlock(&m);
}

static void clocks(void)
{
    struct itimerval v = {.it_value.tv_usec = 2000000};
    struct itimerspec s = {.it_interval.tv_nsec = -1};
    int file = timerfd_create(CLOCK_MONOTONIC, 0);
    struct timespec now;
    sigset_t none;
    timer_t t;

    sigemptyset(&none);

    assert(nanosleep(&much, NULL) == -1 && errno == EINVAL);
    assert(nanosleep(&before, NULL) == -1 && errno == EINVAL);
    assert(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &negative, NULL) == EINVAL);
    assert(clock_nanosleep(12345, 0, &(struct timespec){0}, NULL) == EINVAL);
    assert(clock_gettime(12345, &now) == -1 && errno == EINVAL);
    assert(clock_gettime(CLOCK_TAI, &now) == 0 && clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0);
    assert(setitimer(ITIMER_REAL, &v, NULL) == -1 && errno == EINVAL);
    assert(timer_create(CLOCK_MONOTONIC, &(struct sigevent){.sigev_notify = SIGEV_NONE}, &t) == 0);
    assert(timer_settime(t, 0, &s, NULL) == -1 && errno == EINVAL);
    assert(sigtimedwait(&none, NULL, &much) == -1 && errno == EINVAL);
    assert(ppoll(NULL, 0, &before, NULL) == -1 && errno == EINVAL);
    assert(select(0, NULL, NULL, NULL, &(struct timeval){.tv_usec = -1}) == -1 && errno == EINVAL);
    assert(timerfd_settime(file, 0, &s, NULL) == -1 && errno == EINVAL);
}

static void *other(void *unused)
{
    locks();
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_mutex_lock(&lock);
    pthread_create(&t, NULL, other, NULL);
    pthread_join(t, NULL);
    waits();
    clocks();
    return 0;
}
