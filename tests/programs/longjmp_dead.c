// verdict: FAILED longjmp :16
// A jump to a function that has returned.
#include <setjmp.h>

static jmp_buf where;

static int mark(void)
{
    return setjmp(where);
}

int main(void)
{
    if (mark())
        return 0;
    longjmp(where, 1);
}
