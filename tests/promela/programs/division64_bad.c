// verdict: FAILED division :10
// The quotient that does not fit.
#include <limits.h>

static long least = LONG_MIN, by = 1;

int main(void)
{
    by = -by;
    return least / by == 0;
}
