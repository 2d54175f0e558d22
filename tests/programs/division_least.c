// verdict: FAILED division :7
// The least integer divided by -1 has no result.
#include <limits.h>

static int divide(int a, int b)
{
    return a / b;
}

int main(void)
{
    int x = divide(INT_MIN, 2) + divide(INT_MIN + 1, -1);
    return x + divide(INT_MIN, -1) == 0;
}
