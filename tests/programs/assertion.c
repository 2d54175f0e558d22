// verdict: FAILED assertion :10
// A failed assertion is reported at its line.
#include <assert.h>

int main(void)
{
    int sum = 0;
    for (int i = 1; i <= 4; i++)
        sum += i;
    assert(sum == 11);
    return 0;
}
