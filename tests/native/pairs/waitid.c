// right: VERIFIED
// wrong: FAILED assertion
// waitid; the wrong parent takes it that its children end in their order.
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    pid_t children[2];
    siginfo_t info;

    for (int i = 0; i < 2; i++)
        if ((children[i] = fork()) == 0) {
            if (i)
                kill(getpid(), SIGKILL);
            _exit(3);
        }
    assert(waitid(P_ALL, 0, &info, WEXITED | WNOWAIT) == 0 && info.si_signo == SIGCHLD);
#ifdef WRONG
    assert(info.si_pid == children[0]);
#endif
    assert(waitid(P_PID, children[0], &info, WEXITED) == 0 && info.si_pid == children[0]);
    assert(info.si_code == CLD_EXITED && info.si_status == 3);
    assert(waitid(P_ALL, 0, &info, WEXITED | WNOHANG) == 0);
    assert(info.si_pid == 0 || info.si_pid == children[1]);
    if (!info.si_pid)
        assert(waitid(P_PID, children[1], &info, WEXITED) == 0);
    assert(info.si_code == CLD_KILLED && info.si_status == SIGKILL);
    assert(waitid(P_ALL, 0, &info, WEXITED) == -1 && errno == ECHILD);
    assert(waitid(P_ALL, 0, &info, 0) == -1 && errno == EINVAL);
}
