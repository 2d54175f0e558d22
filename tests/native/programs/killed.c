/* A child is killed before it ends, or has ended before: it prints which. */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    int status;
    pid_t child = fork();

    if (child == 0)
        _exit(3);
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status))
        printf("killed by %d\n", WTERMSIG(status));
    else
        printf("exit %d\n", WEXITSTATUS(status));
    return 0;
}
