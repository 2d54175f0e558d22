// Several signals that are pending when they are unblocked: their handlers are entered in the order of the numbers, and
// with nothing blocked meanwhile the last one runs first.  Real-time signals queue.
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static char order[8];
static int n;

static void hear(int number)
{
    order[n++] = number == SIGUSR1 ? 'a' : number == SIGUSR2 ? 'b' : number == SIGTERM ? 'c' : 'r';
}

static void send_all(int blocked)
{
    struct sigaction a = {.sa_handler = hear};
    sigset_t all;

    if (blocked)
        sigfillset(&a.sa_mask);
    sigaction(SIGUSR1, &a, NULL);
    sigaction(SIGUSR2, &a, NULL);
    sigaction(SIGTERM, &a, NULL);
    sigaction(SIGRTMIN, &a, NULL);
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    kill(getpid(), SIGTERM);
    raise(SIGUSR2);
    raise(SIGUSR1);
    raise(SIGUSR1);
    raise(SIGRTMIN);
    raise(SIGRTMIN);
    memset(order, 0, sizeof order);
    n = 0;
    sigprocmask(SIG_UNBLOCK, &all, NULL);
}

int main(void)
{
    send_all(1);
    assert(strcmp(order, "abrrc") == 0);
    send_all(0);
#ifdef WRONG
    assert(strcmp(order, "abrrc") == 0);
#else
    assert(strcmp(order, "crrba") == 0);
#endif
    return 0;
}
