// verdict: VERIFIED
// Every value of a choice is tried, and none outside it.
#include <assert.h>
#include <heddle.h>

int main(void)
{
    int a = heddle_choose(3), b = heddle_choose(2);
    assert(a >= 0 && a < 3 && b >= 0 && b < 2);
    heddle_assume(a + b == 3);
    assert(a == 2 && b == 1);
    return 0;
}
