// A child ends before the handler for its end is set, or after.
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int hits;

static void hit(int number)
{
    hits++;
}

int main(void)
{
    if (fork() == 0)
        _exit(0);
    signal(SIGCHLD, hit);
    waitpid(-1, NULL, 0);
    printf("%d\n", hits);
    return 0;
}
