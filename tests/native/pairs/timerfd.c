// A timer of a file against a pipe: whichever is ready first.
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <poll.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    struct itimerspec once = {{0}, {1, 0}};
    struct pollfd all[2];
    int ends[2], timer = timerfd_create(CLOCK_MONOTONIC, 0);
    uint64_t n = 0;

    pipe(ends);
    if (fork() == 0) {
        write(ends[1], "x", 1);
        _exit(0);
    }
    timerfd_settime(timer, 0, &once, NULL);
    all[0] = (struct pollfd){.fd = timer, .events = POLLIN};
    all[1] = (struct pollfd){.fd = ends[0], .events = POLLIN};
    assert(poll(all, 2, -1) >= 1);
#ifdef WRONG
    assert(all[1].revents & POLLIN);
#endif
    assert(read(timer, &n, sizeof n) == sizeof n && n == 1);
    wait(NULL);
    return 0;
}
