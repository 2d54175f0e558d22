// verdict: VERIFIED
// An argument has its value before the call, even if the function changes the variable.
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
    assert(r == 1);
    assert(h(g) == 1);
}
