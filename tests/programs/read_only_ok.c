// verdict: VERIFIED
// A const pointer to a variable may lose its const.
#include <assert.h>

static int x = 1;
static const int *const px = &x;

int main(void)
{
    *(int *)px = 2;
    assert(x == 2);
    return 0;
}
