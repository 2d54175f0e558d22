// right: VERIFIED
// wrong: FAILED deadlock
// A child waits for a signal of its parent; the wrong one may be past it before it waits.
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t came;

static void note(int number)
{
    came = number;
}

int main(void)
{
    sigset_t usr, old;
    int status;
    pid_t p;

    signal(SIGUSR1, note);
    sigemptyset(&usr);
    sigaddset(&usr, SIGUSR1);
#ifndef WRONG
    sigprocmask(SIG_BLOCK, &usr, &old);
#else
    sigemptyset(&old);
#endif
    p = fork();
    if (p == 0) {
        while (!came)
#ifdef WRONG
            pause();
#else
            sigsuspend(&old);
#endif
        _exit(came == SIGUSR1 ? 3 : 4);
    }
    assert(kill(p, SIGUSR1) == 0);
    assert(waitpid(p, &status, 0) == p && WIFEXITED(status) && WEXITSTATUS(status) == 3);
    assert(kill(p, 0) == -1);
}
