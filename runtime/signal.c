/* Signals a program sends to itself.  raise() runs the handler at once, in the calling thread;
 * without one the signal ends the program, which is error ABORT.  No signal ever arrives from
 * outside, and masks are kept but hold nothing back. */
#include "heddle_runtime.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

typedef void (*handler)(int);
static handler handlers[NSIG];

static handler exchange(int number, handler new)
{
    __heddle_visible(EV_UPDATE, &handlers[number], sizeof handlers[number]);
    handler old = handlers[number];
    handlers[number] = new;
    __heddle_op_end();
    return old;
}

static handler current(int number)
{
    __heddle_visible(EV_READ, &handlers[number], sizeof handlers[number]);
    handler now = handlers[number];
    __heddle_op_end();
    return now;
}

static int bad(int number)
{
    if (number > 0 && number < NSIG)
        return 0;
    errno = EINVAL;
    return 1;
}

handler signal(int number, handler new)
{
    return bad(number) ? SIG_ERR : exchange(number, new);
}

int sigaction(int number, const struct sigaction *restrict new, struct sigaction *restrict old)
{
    if (bad(number))
        return -1;
    if (new && new->sa_flags & SA_SIGINFO)
        __heddle_unsupported("sigaction() with SA_SIGINFO");
    handler was = new ? exchange(number, new->sa_handler) : current(number);
    if (old) {
        __builtin_memset(old, 0, sizeof *old);
        old->sa_handler = was;
    }
    return 0;
}

static int harmless(int number)
{
    return number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT;
}

int raise(int number)
{
    if (bad(number))
        return -1;
    handler now = current(number);
    if (__heddle_is_pointer((const void *)now))
        now(number);
    else if (now == SIG_DFL && !harmless(number))
        __heddle_fail(ERR_ABORT, number == SIGABRT ? "raise(SIGABRT) called"
                                                   : "the program raised a signal that ends it");
    return 0;
}

int kill(pid_t process, int number)
{
    if (process != getpid())
        __heddle_unsupported("a signal to another process (kill)");
    return number ? raise(number) : 0;
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

enum { BITS = 8 * sizeof(unsigned long) };

int sigaddset(sigset_t *set, int number)
{
    if (bad(number))
        return -1;
    set->__val[(number - 1) / BITS] |= 1ul << (number - 1) % BITS;
    return 0;
}

int sigdelset(sigset_t *set, int number)
{
    if (bad(number))
        return -1;
    set->__val[(number - 1) / BITS] &= ~(1ul << (number - 1) % BITS);
    return 0;
}

int sigismember(const sigset_t *set, int number)
{
    return bad(number) ? -1 : (int)(set->__val[(number - 1) / BITS] >> (number - 1) % BITS & 1);
}

static _Thread_local sigset_t masked;

static int change(int how, const sigset_t *set, sigset_t *old)
{
    if (old)
        *old = masked;
    if (!set)
        return 0;
    if (how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
        return EINVAL;
    for (unsigned i = 0; i < sizeof masked.__val / sizeof masked.__val[0]; i++) {
        unsigned long was = masked.__val[i], given = set->__val[i];
        masked.__val[i] = how == SIG_BLOCK     ? was | given
                          : how == SIG_UNBLOCK ? was & ~given
                                               : given;
    }
    return 0;
}

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    return change(how, set, old);
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    int error = change(how, set, old);
    if (!error)
        return 0;
    errno = error;
    return -1;
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
