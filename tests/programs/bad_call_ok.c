// verdict: VERIFIED
// A function pointer that was cast away and back is called with its own type.
#include <assert.h>

static int add(int a, int b)
{
    return a + b;
}

int main(void)
{
    void (*any)(void) = (void (*)(void))add;
    int (*f)(int, int) = (int (*)(int, int))any;
    assert(f(1, 2) == 3);
    return 0;
}
