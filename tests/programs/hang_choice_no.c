// verdict: VERIFIED
// The mended twin of hang_choice.c: one of the choices ends the loop.
#include <heddle.h>

static int d;

int main(void)
{
    while (d != 2) {
        heddle_atomic_begin();
        d = heddle_choose(3);
        heddle_atomic_end();
    }
    return 0;
}
