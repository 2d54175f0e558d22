// verdict: VERIFIED
// flags: --invariant x!=1
// A choice inside an atomic section is no state in which the invariant is asked.
#include <heddle.h>

static int x;

int main(void)
{
    heddle_atomic_begin();
    x = 1;
    x += 1 + heddle_choose(2);
    heddle_atomic_end();
    return 0;
}
