// verdict: VERIFIED
// Recursion a thousand calls deep.
#include <assert.h>

static int depth(int n)
{
    return n == 0 ? 0 : 1 + depth(n - 1);
}

int main(void)
{
    assert(depth(1000) == 1000);
    return 0;
}
