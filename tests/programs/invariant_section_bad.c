// verdict: FAILED invariant
// flags: --invariant x!=1
// What is left when the section ends counts, though it was stored before a choice.
#include <heddle.h>

static int x;

int main(void)
{
    heddle_atomic_begin();
    x = 1;
    if (heddle_choose(2))
        x = 2;
    heddle_atomic_end();
    return 0;
}
