// verdict: FAILED overflow :8
// flags: --overflow
// The middle of two indices is computed by a sum that overflows.
#include <limits.h>

static int middle(int low, int high)
{
    return (low + high) / 2;
}

int main(void)
{
    return middle(0, 10) + middle(INT_MAX - 1, INT_MAX) == 0;
}
