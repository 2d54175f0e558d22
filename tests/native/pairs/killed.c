// right: VERIFIED
// wrong: FAILED assertion
// A child that is killed: its pipe ends, and its parent is told why.
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    int ends[2], status;
    char c;
    pid_t p;

    pipe(ends);
    p = fork();
    if (p == 0) {
        write(ends[1], "x", 1);
#ifndef WRONG
        for (;;)
            pause();
#endif
        _exit(0);
    }
    close(ends[1]);
    assert(read(ends[0], &c, 1) == 1);
    kill(p, SIGTERM);
    assert(read(ends[0], &c, 1) == 0);
    wait(&status);
    assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
}
