// A handler is gone after an exec, and what was blocked stays so.
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static void nothing(int number)
{
}

int main(int argc, char **argv)
{
    sigset_t set, now;
    int status;
    pid_t child;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    if (argc > 1) {
        sigprocmask(SIG_BLOCK, NULL, &now);
#ifndef WRONG
        assert(sigismember(&now, SIGUSR1));
#endif
        return 3;
    }
    signal(SIGUSR1, nothing);
#ifndef WRONG
    sigprocmask(SIG_BLOCK, &set, NULL);
#endif
    child = fork();
    if (child == 0) {
        execl(argv[0], argv[0], "again", (char *)NULL);
        _exit(127);
    }
    kill(child, SIGUSR1);
    assert(waitpid(child, &status, 0) == child);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
    return 0;
}
