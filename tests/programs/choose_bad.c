// verdict: FAILED assertion :10
// One choice of many goes wrong.
#include <heddle.h>

int main(void)
{
    int digits[4];
    for (int i = 0; i < 4; i++)
        digits[i] = heddle_choose(3);
    heddle_assert(!(digits[0] == 2 && digits[1] == 0 && digits[2] == 1 && digits[3] == 2));
    return 0;
}
