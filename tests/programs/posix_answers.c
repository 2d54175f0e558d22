// verdict: VERIFIED
// also: -O2 VERIFIED
// also: -m32 VERIFIED
// What the library is asked for, and given, it gives back; bad values are EINVAL.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

static void *scheduled(void *arg)
{
    struct sched_param p;
    int policy;

    pthread_getschedparam(pthread_self(), &policy, &p);
    assert(policy == SCHED_RR && p.sched_priority == 7);
    return arg;
}

static void attributes(void)
{
    struct sched_param p = {.sched_priority = 7};
    pthread_attr_t a;
    pthread_t t;
    int got;

    pthread_attr_init(&a);
    assert(pthread_attr_setscope(&a, -1) == EINVAL && pthread_attr_setinheritsched(&a, 99) == EINVAL);
    assert(pthread_attr_setschedpolicy(&a, -2) == EINVAL && pthread_attr_setdetachstate(&a, 9) == EINVAL);
    assert(pthread_attr_setschedparam(&a, &p) == EINVAL);
    assert(pthread_attr_setschedpolicy(&a, SCHED_RR) == 0 && pthread_attr_setschedparam(&a, &p) == 0);
    assert(pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED) == 0);
    pthread_attr_getinheritsched(&a, &got);
    assert(got == PTHREAD_EXPLICIT_SCHED);
    pthread_create(&t, &a, scheduled, NULL);
    pthread_join(t, NULL);
}

static void priorities(void)
{
    struct sched_param p = {.sched_priority = 3};
    int policy;

    assert(sched_get_priority_max(-1) == -1 && errno == EINVAL);
    assert(sched_get_priority_max(SCHED_FIFO) > sched_get_priority_min(SCHED_FIFO));
    assert(pthread_setschedparam(pthread_self(), -1, &p) == EINVAL);
    assert(pthread_setschedparam(pthread_self(), SCHED_FIFO, &p) == 0);
    p.sched_priority = 0;
    pthread_getschedparam(pthread_self(), &policy, &p);
    assert(policy == SCHED_FIFO && p.sched_priority == 3 && sched_getscheduler(0) == SCHED_FIFO);
}

static void ceilings(void)
{
    pthread_mutexattr_t a;
    pthread_mutex_t m;
    int got;

    pthread_mutexattr_init(&a);
    assert(pthread_mutexattr_setprioceiling(&a, 1000) == EINVAL);
    assert(pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_PROTECT) == 0);
    assert(pthread_mutexattr_setprioceiling(&a, 12) == 0);
    pthread_mutex_init(&m, &a);
    assert(pthread_mutex_getprioceiling(&m, &got) == 0 && got == 12);
    assert(pthread_mutex_setprioceiling(&m, 20, &got) == 0 && got == 12);
    assert(pthread_mutex_getprioceiling(&m, &got) == 0 && got == 20);
    pthread_mutex_destroy(&m);
}

int main(void)
{
    extern long __sysconf(int);
    assert(__sysconf(_SC_THREADS) == sysconf(_SC_THREADS));
    assert(sysconf(_SC_THREADS) > 0 && sysconf(_SC_BARRIERS) > 0 && sysconf(_SC_SEMAPHORES) > 0);
    assert(sysconf(_SC_THREAD_KEYS_MAX) == 1024 && sysconf(-7) == -1 && errno == EINVAL);
    assert(munmap((void *)-1, 1) == -1 && errno == EINVAL);
    attributes();
    priorities();
    ceilings();
    return 0;
}
