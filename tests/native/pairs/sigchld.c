// right: VERIFIED
// wrong: FAILED assertion
// Children that end; the wrong handler takes it that each has a signal of its own.
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t reaped;

static void reap(int number)
{
#ifdef WRONG
    if (waitpid(-1, NULL, WNOHANG) > 0)
#else
    while (waitpid(-1, NULL, WNOHANG) > 0)
#endif
        reaped++;
}

int main(void)
{
    sigset_t chld, old;

    signal(SIGCHLD, reap);
    sigemptyset(&chld);
    sigaddset(&chld, SIGCHLD);
    sigprocmask(SIG_BLOCK, &chld, &old);
    for (int i = 0; i < 2; i++)
        if (fork() == 0)
            _exit(0);
#ifdef WRONG
    sigsuspend(&old);
    if (reaped == 1 && waitpid(-1, NULL, WNOHANG) == 0)
        sigsuspend(&old);
    assert(reaped == 2);
#else
    while (reaped < 2)
        sigsuspend(&old);
#endif
}
