// verdict: UNKNOWN --nondet-range
// also: --nondet-range=-2..2 VERIFIED
// also: --nondet-range=0..10 FAILED assertion :12
// A nondeterministic int has no verdict until the user sets its range.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    assert(x * x <= 64);
    return 0;
}
