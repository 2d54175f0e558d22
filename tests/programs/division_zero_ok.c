// verdict: VERIFIED
// The divisor is never zero; floating point may divide by it.
#include <assert.h>

int main(void)
{
    int sum = 0;
    for (int i = 3; i > 0; i--)
        sum += 12 / i;
    assert(sum == 22);
    volatile double zero = 0;
    assert(1 / zero > 1e300);
    return 0;
}
