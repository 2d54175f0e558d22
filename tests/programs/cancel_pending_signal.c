// verdict: FAILED assertion
// also: -DPOLLED FAILED assertion
// also: -DOF_PROCESS FAILED assertion
// also: -DMASKED VERIFIED
// A wait for a signal is a cancellation point whether the signal is there or not.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int begun, done;

static void *work(void *arg)
{
    sigset_t set;
    int number;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
#ifdef OF_PROCESS
    kill(getpid(), SIGUSR1);
#else
    raise(SIGUSR1);
#endif
#ifdef MASKED
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
#endif
    atomic_store(&begun, 1);
#ifdef POLLED
    number = sigtimedwait(&set, NULL, &(struct timespec){0});
#else
    sigwait(&set, &number);
#endif
    assert(number == SIGUSR1);
    atomic_store(&done, 1);
    return arg;
}

int main(void)
{
    pthread_t t;

#ifdef OF_PROCESS
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
#endif
    pthread_create(&t, NULL, work, NULL);
    if (atomic_load(&begun)) {
        pthread_cancel(t);
        pthread_join(t, NULL);
        assert(done);
    }
    return 0;
}
