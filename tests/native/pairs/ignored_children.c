// Where SIGCHLD is ignored nobody waits for children: wait fails when the last of them has ended.
// mutant: NATIVE_ZOMBIES
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    int status = 0;
    pid_t got;

    signal(SIGCHLD, SIG_IGN);
    for (int i = 0; i < 2; i++)
        if (fork() == 0)
            _exit(3);
    got = wait(&status);
#ifdef WRONG
    assert(got > 0);
#else
    assert(got == -1 && errno == ECHILD);
#endif
    return 0;
}
