// verdict: VERIFIED
/* A loop that is made of longjmp alone repeats itself. */
#include <setjmp.h>
static jmp_buf back;
int main(void)
{
    setjmp(back);
    longjmp(back, 1);
}
