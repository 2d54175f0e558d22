// Before there is a second thread a loop counts in static variables, with a choice in each round: it does not spin.
// verdict: FAILED assertion :18
// not: none
#include <assert.h>
#include <heddle.h>

static int a, b, c;

int main(void)
{
    while (a + b + c < 12) {
        switch (heddle_choose(3)) {
        case 0: a = (a + 1) % 8; break;
        case 1: b = (b + 1) % 8; break;
        default: c = (c + 1) % 8;
        }
    }
    assert(a != 7 || b != 5);
    return 0;
}
