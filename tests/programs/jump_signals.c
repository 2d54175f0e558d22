// verdict: VERIFIED
// also: -DSAVE=0 FAILED assertion :32
// also: -m32 VERIFIED
// also: -O2 VERIFIED
// A jump restores which signals are blocked where sigsetjmp was told to save them, and only there; what becomes open is
// delivered.  -DSAVE=0: after the jump out of the handler the signal is still blocked.
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>

#ifndef SAVE
#define SAVE 1
#endif

static sigjmp_buf back;
static jmp_buf plain;
static volatile sig_atomic_t came;

static void hear(int number)
{
    came++;
    if (number == SIGUSR1)
        siglongjmp(back, 1);
}

static void out_of_handlers(void)
{
    for (volatile int i = 0; i < 2; i++)
        if (!sigsetjmp(back, SAVE))
            raise(SIGUSR1);
    assert(came == 2);
}

static int blocks(int number)
{
    sigset_t now;

    sigprocmask(SIG_BLOCK, NULL, &now);
    return sigismember(&now, number);
}

static void elsewhere(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    came = 0;
    if (!sigsetjmp(back, 1)) {
        sigprocmask(SIG_BLOCK, &set, NULL);
        raise(SIGUSR2);
        assert(came == 0);
        longjmp(back, 1);
    }
    assert(came == 1 && !blocks(SIGUSR2));
    if (!setjmp(back)) { /* the same buffer, without a mask now */
        sigprocmask(SIG_BLOCK, &set, NULL);
        siglongjmp(back, 1);
    }
    assert(blocks(SIGUSR2));
    if (!setjmp(plain))
        siglongjmp(plain, 1);
    assert(blocks(SIGUSR2));
}

int main(void)
{
    signal(SIGUSR1, hear);
    signal(SIGUSR2, hear);
    out_of_handlers();
    elsewhere();
    return 0;
}
