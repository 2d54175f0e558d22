// A handler for SIGABRT runs when the signal is raised, one for a fault too, and raise(0) asks for nothing; abort runs
// the handler and is an error all the same.
// right: VERIFIED
// wrong: FAILED abort
#include <assert.h>
#include <signal.h>
#include <stdlib.h>

static volatile sig_atomic_t came;

static void note(int number)
{
    came += number;
}

int main(void)
{
    signal(SIGABRT, note);
    signal(SIGSEGV, note);
    assert(raise(0) == 0);
    raise(SIGABRT);
    assert(came == SIGABRT);
    raise(SIGSEGV);
    assert(came == SIGABRT + SIGSEGV);
#ifdef WRONG
    abort();
#endif
    return 0;
}
