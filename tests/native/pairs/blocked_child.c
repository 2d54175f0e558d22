// The end of a child is waited for with sigwait; where SIGCHLD is not blocked it is thrown away.
// mutant: NATIVE_BLOCKED_LOST
// right: VERIFIED
// wrong: FAILED deadlock
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    sigset_t chld;
    int number, status;
    pid_t child;

    sigemptyset(&chld);
    sigaddset(&chld, SIGCHLD);
#ifndef WRONG
    sigprocmask(SIG_BLOCK, &chld, NULL);
#endif
    child = fork();
    if (child == 0)
        _exit(3);
    assert(sigwait(&chld, &number) == 0 && number == SIGCHLD);
    assert(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 3);
    return 0;
}
