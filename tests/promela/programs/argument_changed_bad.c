// verdict: FAILED assertion
// The value of an argument is not that which the variable gets in the function.
#include <assert.h>
int g = 1;
static int f(int a)
{
    g = 5;
    return a;
}
static int h(int a)
{
    g++;
    if (a == 5)
        return 1;
    return 0;
}
int main(void)
{
    int r = f(g);
    assert(r == 5);
    assert(h(g) == 1);
}
