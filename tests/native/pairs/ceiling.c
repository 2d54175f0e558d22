// right: VERIFIED
// wrong: FAILED assertion
// The priority ceiling of a mutex is what was set; the wrong program takes it for the one it was made with.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>

int main(void)
{
    int most = sched_get_priority_max(SCHED_FIFO), ceiling = 0, old = 0;
    pthread_mutexattr_t attr;
    pthread_mutex_t m, plain;

    pthread_mutexattr_init(&attr);
    pthread_mutex_init(&plain, &attr);
    assert(pthread_mutex_getprioceiling(&plain, &ceiling) == EINVAL);
    pthread_mutexattr_setprotocol(&attr, PTHREAD_PRIO_PROTECT);
    pthread_mutexattr_setprioceiling(&attr, most);
    pthread_mutex_init(&m, &attr);
    assert(pthread_mutex_getprioceiling(&m, &ceiling) == 0 && ceiling == most);
    assert(pthread_mutex_setprioceiling(&m, most - 1, &old) == 0 && old == most);
    assert(pthread_mutex_setprioceiling(&m, most + 1, &old) == EINVAL);
    assert(pthread_mutex_getprioceiling(&m, &ceiling) == 0);
#ifdef WRONG
    assert(ceiling == most);
#else
    assert(ceiling == most - 1);
#endif
}
