// verdict: FAILED out-of-bounds :11
// An index that stands first may be beyond the array, too.
#include <heddle.h>

static int a[3] = {1, 2, 3};

int main(void)
{
    int i = heddle_choose(4);

    return i[a] > 3;
}
