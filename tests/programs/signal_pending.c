// verdict: VERIFIED
// also: -DEARLY FAILED assertion :29
// also: -O2 VERIFIED
// A signal that is blocked is pending until it is unblocked; SIGKILL is never blocked.  -DEARLY: the handler is thought to
// have run before.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>

static int came[8], n;
static sigjmp_buf back;

static void hear(int number)
{
    came[n++] = number;
}

static void blocked(void)
{
    sigset_t all, now;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    raise(SIGUSR2);
#ifdef EARLY
    assert(n == 1);
#endif
    kill(getpid(), SIGUSR1);
    raise(SIGUSR2);
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    assert(sigismember(&now, SIGUSR1) && !sigismember(&now, SIGKILL) && !sigismember(&now, SIGSTOP));
    sigpending(&now);
    assert(sigismember(&now, SIGUSR1) && sigismember(&now, SIGUSR2) && !sigismember(&now, SIGTERM));
    assert(n == 0);
    sigemptyset(&now);
    pthread_sigmask(SIG_SETMASK, &now, NULL);
    assert(n == 2);
    sigpending(&now);
    assert(!sigismember(&now, SIGUSR1) && !sigismember(&now, SIGUSR2));
}

static void with_value(int number, siginfo_t *info, void *context)
{
    (void)context;
    assert(info->si_signo == number && info->si_code == SI_QUEUE);
    came[n++] = info->si_value.sival_int;
}

/* Real-time signals queue, with their values. */
static void queued(void)
{
    struct sigaction a = {.sa_sigaction = with_value, .sa_flags = SA_SIGINFO};
    sigset_t one;

    assert(sigaction(SIGRTMIN, &a, NULL) == 0);
    sigemptyset(&one);
    sigaddset(&one, SIGRTMIN);
    sigprocmask(SIG_BLOCK, &one, NULL);
    for (int i = 5; i < 8; i++)
        sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_int = i});
    n = 0;
    sigprocmask(SIG_UNBLOCK, &one, NULL);
    assert(n == 3 && came[0] == 5 && came[1] == 6 && came[2] == 7);
}

static void jump(int number)
{
    siglongjmp(back, number);
}

int main(void)
{
    struct sigaction a = {.sa_handler = hear};
    volatile int times = 0;

    assert(raise(0) == 0 && raise(-1) == -1 && errno == EINVAL);
    assert(sigaction(SIGKILL, &a, NULL) == -1 && errno == EINVAL);
    signal(SIGUSR1, hear);
    signal(SIGUSR2, hear);
    blocked();
    queued();
    signal(SIGTERM, jump);
    while (times < 2)
        if (sigsetjmp(back, 1))
            times++;
        else
            raise(SIGTERM);
    return 0;
}
