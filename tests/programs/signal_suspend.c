// verdict: VERIFIED
// also: -DPAUSE UNKNOWN a signal that another thread may take
// also: -DTWICE VERIFIED
// A thread waits for a signal that another sends to the process, and that both block but for the wait.  -DPAUSE: it is open
// before the wait, and may come too early.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t came;

static void hear(int number)
{
    came |= number == SIGUSR1 ? 1 : 2;
}

static void *work(void *arg)
{
#ifdef PAUSE
    sigset_t set;

    sigfillset(&set);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
#endif
    kill(getpid(), SIGUSR1);
#ifdef TWICE
    kill(getpid(), SIGUSR2);
#endif
    return arg;
}

int main(void)
{
    sigset_t set, before;
    pthread_t t;

    signal(SIGUSR1, hear);
    signal(SIGUSR2, hear);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGUSR2);
#ifndef PAUSE
    pthread_sigmask(SIG_BLOCK, &set, &before);
#endif
    pthread_create(&t, NULL, work, NULL);
#ifdef PAUSE
    pause();
#elif defined TWICE
    sigset_t one = set;

    sigdelset(&one, SIGUSR1);
    sigsuspend(&one);
    assert(came == 1);
    sigdelset(&set, SIGUSR2);
    sigsuspend(&set);
    assert(came == 3);
#else
    assert(sigsuspend(&before) == -1);
#endif
    assert(came);
    pthread_join(t, NULL);
    return 0;
}
