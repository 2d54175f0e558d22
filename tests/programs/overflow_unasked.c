// verdict: VERIFIED
// Without --overflow signed numbers wrap.
#include <assert.h>
#include <limits.h>

int main(void)
{
    volatile int x = INT_MAX;
    x = x + 1;
    assert(x == INT_MIN);
    return 0;
}
