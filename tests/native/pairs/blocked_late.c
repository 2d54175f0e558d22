// A child's end is pending if it comes after SIGCHLD is blocked; the wrong program blocks it when the child is there.
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    sigset_t chld, pending;
    pid_t child;

    sigemptyset(&chld);
    sigaddset(&chld, SIGCHLD);
#ifndef WRONG
    sigprocmask(SIG_BLOCK, &chld, NULL);
#endif
    child = fork();
    if (child == 0)
        _exit(0);
#ifdef WRONG
    sigprocmask(SIG_BLOCK, &chld, NULL);
#endif
    waitpid(child, NULL, 0);
    sigpending(&pending);
    assert(sigismember(&pending, SIGCHLD));
    return 0;
}
