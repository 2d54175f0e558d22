// verdict: FAILED hang :9
// A thread that is alone turns for ever in a loop with an exit, and rests nowhere but inside an atomic section.
#include <heddle.h>

static int d;

int main(void)
{
    while (d != 2) {
        heddle_atomic_begin();
        d = heddle_choose(2);
        heddle_atomic_end();
    }
    return 0;
}
