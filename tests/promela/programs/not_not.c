// verdict: VERIFIED
// Conditions that are turned around twice.
#include <assert.h>

static long a = 1l << 40, b = 5;
static unsigned u = 3000000000u;

int main(void)
{
    int n = 0;
    assert(!(a <= b) && !!(a >= b) && !(u <= 7u));
    if (a >= b || n++)
        n += 2;
    if (!(a <= b) || (n = 9))
        n += 4;
    if (!(u < 5u || u >= 4000000000u))
        n += 8;
    assert(n == 14);
    return 0;
}
