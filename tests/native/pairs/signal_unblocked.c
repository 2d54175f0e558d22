// A signal to a process in which all threads block it: the one that unblocks it takes it.
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static __thread volatile int hits;

static void hit(int number)
{
    hits += number == SIGUSR1;
}

static void *other(void *of)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
#ifdef WRONG
    assert(!hits);
#else
    assert(hits == 1);
#endif
    return of;
}

int main(void)
{
    pthread_t t;
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    signal(SIGUSR1, hit);
    kill(getpid(), SIGUSR1);
    pthread_create(&t, NULL, other, NULL);
    pthread_join(t, NULL);
    assert(!hits);
    return 0;
}
