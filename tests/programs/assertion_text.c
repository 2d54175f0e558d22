// verdict: FAILED assertion :14
// heddle_assert says what does not hold; commas and calls are part of it.
#include <heddle.h>

static int sum(int a, int b)
{
    return a + b;
}

int main(void)
{
    int x = 1;
    heddle_assert(sum(x, 1) == 2);
    heddle_assert(sum(x, 1) == 3);
    return 0;
}
