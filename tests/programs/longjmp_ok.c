// verdict: VERIFIED
// also: -m32 VERIFIED
// also: -O2 VERIFIED
// A jump out of nested calls; volatile locals keep their values, and 0 becomes 1.
#include <assert.h>
#include <setjmp.h>

static jmp_buf where;

static void down(int n)
{
    if (n == 0)
        longjmp(where, 7);
    down(n - 1);
}

int main(void)
{
    volatile int tries = 0;
    int code = setjmp(where);
    if (code == 0) {
        tries++;
        down(5);
        assert(0);
    }
    assert(code == 7 && tries == 1);
    jmp_buf again;
    volatile int rounds = 0;
    switch (setjmp(again)) {
    case 0:
        longjmp(again, 0);
    case 1:
        if (++rounds < 3)
            longjmp(again, 1);
        break;
    default:
        assert(0);
    }
    assert(rounds == 3);
    return 0;
}
