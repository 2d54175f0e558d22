// right: VERIFIED
// wrong: FAILED assertion
// A read that a signal interrupts; the wrong one does not expect that.
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static int ends[2];

static void note(int number)
{
    write(ends[1], "s", 1);
}

int main(void)
{
    struct sigaction a = {.sa_handler = note};
    char c = 0;
    int got;

    pipe(ends);
    sigaction(SIGUSR1, &a, NULL);
    if (fork() == 0) {
        kill(getppid(), SIGUSR1);
        _exit(0);
    }
    got = (int)read(ends[0], &c, 1);
#ifndef WRONG
    if (got == -1 && errno == EINTR)
        got = (int)read(ends[0], &c, 1);
#endif
    assert(got == 1 && c == 's');
    wait(NULL);
}
