// Timers that come again, and one that is set no more before it came.
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t ticks, others;

static void tick(int number)
{
    if (number == SIGUSR1)
        others++;
    else
        ticks++;
}

int main(void)
{
    struct itimerval every = {{0, 1000}, {0, 1000}}, off = {{0}};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
    struct itimerspec once = {{0}, {5, 0}}, never = {{0}}, was;
    sigset_t mask, open;
    timer_t id;

    signal(SIGALRM, tick);
    signal(SIGUSR1, tick);
    assert(timer_create(CLOCK_MONOTONIC, &event, &id) == 0);
    timer_settime(id, 0, &once, NULL);
    timer_settime(id, 0, &never, &was);
#ifdef WRONG
    assert(others == 0);
#else
    assert((others == 1) == (was.it_value.tv_sec == 0));
#endif
    timer_delete(id);
    sigemptyset(&mask);
    sigaddset(&mask, SIGALRM);
    sigprocmask(SIG_BLOCK, &mask, &open);
    setitimer(ITIMER_REAL, &every, NULL);
    while (ticks < 2)
        sigsuspend(&open);
    setitimer(ITIMER_REAL, &off, NULL);
    if (fork() == 0) { /* without its parent's timers */
        assert(alarm(0) == 0);
        _exit(0);
    }
    wait(NULL);
    return 0;
}
