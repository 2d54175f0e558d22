// A timer ends a wait: whoever waits without it has lost it when it came before.
// right: VERIFIED
// wrong: FAILED deadlock
#include <assert.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static volatile sig_atomic_t rang;

static void ring(int number)
{
    rang = number == SIGALRM;
}

int main(void)
{
    sigset_t mask, open;

    signal(SIGALRM, ring);
    sigemptyset(&mask);
    sigaddset(&mask, SIGALRM);
#ifndef WRONG
    sigprocmask(SIG_BLOCK, &mask, &open);
#endif
    alarm(2);
#ifdef WRONG
    while (!rang)
        pause();
#else
    while (!rang)
        sigsuspend(&open);
#endif
    assert(alarm(0) == 0);
    return 0;
}
