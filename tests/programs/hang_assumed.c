// verdict: FAILED hang
// also: -DMENDED VERIFIED
// A choice that an assumption cuts is none: the others lead round.
#include <heddle.h>
static volatile int more;
int main(void)
{
    while (!more) {
        int c = heddle_choose(3);
        heddle_assume(c != 1);
#ifdef MENDED
        more = c == 2;
#endif
    }
    return 0;
}
