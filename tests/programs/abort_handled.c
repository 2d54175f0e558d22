// verdict: VERIFIED
// also: -DRETURNS FAILED abort
// also: -DIGNORED FAILED abort
// A handler of SIGABRT that leaves by a jump, or ends the program, does so though the signal is blocked.  -DRETURNS: it does
// not; -DIGNORED: there is none.
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static sigjmp_buf back;
static volatile sig_atomic_t times;

static void hear(int number)
{
    assert(number == SIGABRT);
#ifndef RETURNS
    if (times++)
        _exit(0);
    siglongjmp(back, 1);
#endif
}

int main(void)
{
    sigset_t all;

#ifdef IGNORED
    signal(SIGABRT, SIG_IGN);
#else
    signal(SIGABRT, hear);
#endif
    if (!sigsetjmp(back, 1))
        abort();
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    abort();
}
