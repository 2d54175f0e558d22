// right: VERIFIED
// wrong: FAILED deadlock
// A signal to the own group, of which the parent itself must not die; the wrong one has its children ignore it too.
#include <assert.h>
#include <signal.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    int status;

    assert(getpgrp() == getpid() && getpgid(0) == getpgrp());
#ifdef WRONG
    signal(SIGTERM, SIG_IGN);
#endif
    for (int i = 0; i < 2; i++)
        if (fork() == 0) {
            pause();
            _exit(0);
        }
    signal(SIGTERM, SIG_IGN);
    assert(killpg(getpgrp(), SIGTERM) == 0);
    for (int i = 0; i < 2; i++) {
        wait(&status);
        assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
    }
}
