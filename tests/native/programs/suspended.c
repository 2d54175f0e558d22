// A child ends while its parent waits with SIGCHLD not blocked, when it is thrown away, or before or after, when it stays.
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static void hear(int number)
{
}

int main(void)
{
    sigset_t blocked, none, pending;
    pid_t child;

    sigemptyset(&none);
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGCHLD);
    sigaddset(&blocked, SIGUSR1);
    sigprocmask(SIG_BLOCK, &blocked, NULL);
    signal(SIGUSR1, hear);
    child = fork();
    if (child == 0) {
        kill(getppid(), SIGUSR1);
        _exit(0);
    }
    sigsuspend(&none);
    waitpid(child, NULL, 0);
    sigpending(&pending);
    printf("%d\n", sigismember(&pending, SIGCHLD));
    return 0;
}
