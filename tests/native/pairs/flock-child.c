// right: VERIFIED
// wrong: FAILED assertion
// A child that was forked before the lock was taken has it too, until it ends: its parent waits for that,
// or (WRONG) does not.
#include <assert.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

static void work(void)
{
    int f = open("flock-child-file", O_RDWR | O_CREAT, 0600);
    pid_t child = fork();

    if (child == 0) {
        pause();
        _exit(0);
    }
    assert(flock(f, LOCK_EX | LOCK_NB) == 0);
    kill(child, SIGKILL);
#ifndef WRONG
    waitpid(child, 0, 0);
#endif
    _exit(0);
}

int main(void)
{
    int f = open("flock-child-file", O_RDWR | O_CREAT, 0600);

    if (fork() == 0)
        work();
    wait(0);
    assert(flock(f, LOCK_EX | LOCK_NB) == 0);
    return 0;
}
