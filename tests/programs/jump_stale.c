// verdict: FAILED longjmp :16
// also: -DAGAIN VERIFIED
// A jump to a call that has returned, while another call of the same function stands in its place.  -DAGAIN: that one called
// setjmp.
#include <setjmp.h>

static jmp_buf where;

static int call(int first)
{
#ifndef AGAIN
    if (first)
#endif
        if (setjmp(where))
            return 1;
    return first ? 0 : (longjmp(where, 1), 0);
}

int main(void)
{
    call(1);
    call(0);
    return 0;
}
