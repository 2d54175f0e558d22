// verdict: VERIFIED
// Recursion with pointers to the variables of the caller.
#include <assert.h>
static int depth(int n, int *up)
{
    int here = n;
    if (up)
        *up += n;
    if (n == 0)
        return 0;
    int r = depth(n - 1, &here);
    return r + here;
}
int main(void)
{
    int top = 0;
    int r = depth(3, &top);
    assert(top == 3);
    assert(r == (3 + 2) + (2 + 1) + (1 + 0));
}
