// verdict: FAILED assertion :13
// A nondeterministic bool is tried both ways without any option.
#include <assert.h>
#include <stdbool.h>

_Bool __VERIFIER_nondet_bool(void);

int main(void)
{
    bool a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool();
    int both = a && b, either = a || b;
    assert(both <= either);
    assert(!both || !either);
    return 0;
}
