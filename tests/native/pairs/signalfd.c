// Signals as a file, waited for together with a pipe.
// right: VERIFIED
// wrong: FAILED deadlock
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    struct signalfd_siginfo info;
    struct pollfd all[2];
    sigset_t set;
    int ends[2], signals, seen = 0;
    char byte;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, NULL);
    signals = signalfd(-1, &set, SFD_NONBLOCK);
    assert(read(signals, &info, sizeof info) < 0 && errno == EAGAIN);
    pipe(ends);
    if (fork() == 0) {
        kill(getppid(), SIGUSR1);
        write(ends[1], "x", 1);
        _exit(0);
    }
    all[0] = (struct pollfd){.fd = signals, .events = POLLIN};
    all[1] = (struct pollfd){.fd = ends[0], .events = POLLIN};
    while (seen != 3) {
        poll(all, 2, -1);
        if (all[0].revents & POLLIN) {
            assert(read(signals, &info, sizeof info) == sizeof info);
            assert(info.ssi_signo == SIGUSR1 && !(seen & 1));
            seen |= 1;
        }
#ifdef WRONG
        else /* and what else came is lost, once the pipe is closed */
#endif
        if (all[1].revents & POLLIN) {
            assert(read(ends[0], &byte, 1) == 1);
            all[1].fd = -1;
            seen |= 2;
        }
#ifdef WRONG
        all[1].fd = -1;
#endif
    }
    wait(NULL);
    return 0;
}
