// right: VERIFIED
// wrong: FAILED crash
// A thread that takes all signals; the wrong program blocks them too late.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static sigset_t set;

static void *taker(void *unused)
{
    int number;

    assert(sigwait(&set, &number) == 0 && number == SIGTERM);
    return unused;
}

int main(void)
{
    pthread_t t;

    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
#ifndef WRONG
    pthread_sigmask(SIG_BLOCK, &set, NULL);
#endif
    pthread_create(&t, NULL, taker, NULL);
    kill(getpid(), SIGTERM);
    pthread_join(t, NULL);
}
