// A thread that is alone and changes nothing but what it puts back spins until it chooses to leave.
// verdict: VERIFIED
// outcomes: 2
#include <heddle.h>

static int flag, *place = &flag;

int main(void)
{
    while (heddle_choose(2))
        *place = !flag;
    return 0;
}
