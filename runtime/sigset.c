/* Sets of signals, and their names. */
#include "heddle_runtime.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

enum { FIRST_QUEUED = 34, LAST = 64 }; /* as in the C library */
#define BIT(number) (1ull << ((number) - 1))

static int fails(int error)
{
    errno = error;
    return -1;
}

int __heddle_is_signal(int number)
{
    return number > 0 && number < NSIG;
}

unsigned long long __heddle_signal_bits(const sigset_t *set)
{
    unsigned long long low = set->__val[0], high = set->__val[1];
    return sizeof set->__val[0] == 4 ? low | high << 32 : low;
}

void __heddle_signal_set(unsigned long long all, sigset_t *set)
{
    __builtin_memset(set, 0, sizeof *set);
    set->__val[0] = (unsigned long)all;
    if (sizeof set->__val[0] == 4)
        set->__val[1] = (unsigned long)(all >> 32);
}

int sigemptyset(sigset_t *set)
{
    __builtin_memset(set, 0, sizeof *set);
    return 0;
}

int sigfillset(sigset_t *set)
{
    __builtin_memset(set, 0xff, sizeof *set);
    return 0;
}

int sigaddset(sigset_t *set, int number)
{
    if (!__heddle_is_signal(number))
        return fails(EINVAL);
    __heddle_signal_set(__heddle_signal_bits(set) | BIT(number), set);
    return 0;
}

int sigdelset(sigset_t *set, int number)
{
    if (!__heddle_is_signal(number))
        return fails(EINVAL);
    __heddle_signal_set(__heddle_signal_bits(set) & ~BIT(number), set);
    return 0;
}

int sigismember(const sigset_t *set, int number)
{
    return __heddle_is_signal(number) ? (__heddle_signal_bits(set) & BIT(number)) != 0
                                      : fails(EINVAL);
}

int __libc_current_sigrtmin(void)
{
    return FIRST_QUEUED;
}

int __libc_current_sigrtmax(void)
{
    return LAST;
}

/* The signals that programs name most. */
#define SIGNALS(X)                        \
    X(SIGHUP, "Hangup")                   \
    X(SIGINT, "Interrupt")                \
    X(SIGQUIT, "Quit")                    \
    X(SIGILL, "Illegal instruction")      \
    X(SIGTRAP, "Trace/breakpoint trap")   \
    X(SIGABRT, "Aborted")                 \
    X(SIGBUS, "Bus error")                \
    X(SIGFPE, "Floating point exception") \
    X(SIGKILL, "Killed")                  \
    X(SIGUSR1, "User defined signal 1")   \
    X(SIGSEGV, "Segmentation fault")      \
    X(SIGUSR2, "User defined signal 2")   \
    X(SIGPIPE, "Broken pipe")             \
    X(SIGALRM, "Alarm clock")             \
    X(SIGTERM, "Terminated")              \
    X(SIGCHLD, "Child exited")            \
    X(SIGCONT, "Continued")               \
    X(SIGSTOP, "Stopped (signal)")

char *strsignal(int number)
{
    switch (number) {
#define SIGNAL(value, text) \
    case value:             \
        return text;
        SIGNALS(SIGNAL)
#undef SIGNAL
    default:
        return "Unknown signal";
    }
}
