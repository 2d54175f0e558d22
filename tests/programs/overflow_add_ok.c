// verdict: VERIFIED
// flags: --overflow
// The middle without the overflow; unsigned arithmetic may wrap.
#include <assert.h>
#include <limits.h>

static int middle(int low, int high)
{
    return low + (high - low) / 2;
}

int main(void)
{
    assert(middle(INT_MAX - 1, INT_MAX) == INT_MAX - 1);
    unsigned u = UINT_MAX;
    assert(u + 1 == 0);
    return 0;
}
