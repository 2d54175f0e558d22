// What a handler is told of a signal: who sent it and how, how a child ended, the value of a timer.
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static siginfo_t got;
static volatile sig_atomic_t n;

static void hear(int number, siginfo_t *info, void *context)
{
    got = *info;
    n++;
}

static void sent(int code)
{
    assert(got.si_code == code && got.si_pid == getpid() && got.si_uid == getuid());
}

int main(void)
{
    struct sigaction a = {.sa_sigaction = hear, .sa_flags = SA_SIGINFO};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR2, .sigev_value.sival_int = 77};
    struct itimerspec soon = {.it_value.tv_nsec = 1};
    siginfo_t info;
    timer_t timer;
    sigset_t chld, none;
    pid_t child;

    sigaction(SIGUSR1, &a, NULL);
    sigaction(SIGUSR2, &a, NULL);
    raise(SIGUSR1);
    sent(SI_TKILL);
    pthread_kill(pthread_self(), SIGUSR1);
    sent(SI_TKILL);
    kill(getpid(), SIGUSR1);
    sent(SI_USER);
    sigemptyset(&none);
    sigemptyset(&chld);
    sigaddset(&chld, SIGCHLD);
    sigaddset(&chld, SIGUSR1);
    sigaddset(&chld, SIGUSR2);
    sigprocmask(SIG_BLOCK, &chld, NULL);
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    timer_settime(timer, 0, &soon, NULL);
    while (n < 4)
        sigsuspend(&none);
    assert(got.si_code == SI_TIMER && got.si_value.sival_int == 77);
    sigaddset(&none, SIGCHLD);
    child = fork();
    if (child == 0) {
        kill(getppid(), SIGUSR1);
        _exit(7);
    }
    sigsuspend(&none);
    assert(got.si_signo == SIGUSR1 && got.si_pid == child);
    sigdelset(&chld, SIGUSR1);
    sigdelset(&chld, SIGUSR2);
    assert(sigwaitinfo(&chld, &info) == SIGCHLD);
    assert(info.si_code == CLD_EXITED && info.si_pid == child);
#ifdef WRONG
    assert(info.si_status == 7 << 8);
#else
    assert(info.si_status == 7);
#endif
    return 0;
}
