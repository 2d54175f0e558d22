// verdict: VERIFIED
// When every run is excluded nothing can go wrong.
#include <assert.h>

void __VERIFIER_assume(int condition);

int main(void)
{
    int x = 0;
    __VERIFIER_assume(x);
    assert(x);
    return 0;
}
