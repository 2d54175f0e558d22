// A signal may reach a child before its first operation, and before its end: then it is what ends the child, or its
// handler runs.
// mutant: NATIVE_SIGNAL_EARLY
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static int heard;

static void hear(int number)
{
    char byte = (char)number;

    write(heard, &byte, 1);
}

int main(void)
{
    int status, ends[2];
    char byte;
    pid_t child, other;

    pipe(ends);
    heard = ends[1];
    signal(SIGUSR1, hear);
    child = fork();
    if (child == 0)
        _exit(0);
    other = fork();
    if (other == 0)
        _exit(0);
    kill(child, SIGTERM);
    kill(other, SIGUSR1);
    waitpid(child, &status, 0);
#ifdef WRONG
    assert(WIFEXITED(status));
#else
    assert(WIFEXITED(status) || WTERMSIG(status) == SIGTERM);
#endif
    waitpid(other, &status, 0);
    assert(WIFEXITED(status));
    close(ends[1]);
    assert(read(ends[0], &byte, 1) <= 1);
    return 0;
}
