// verdict: UNKNOWN no value of --nondet-range is one of the type
// flags: --nondet-range 300..400
// also: --nondet-range=200..400 FAILED assertion :11
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char c = __VERIFIER_nondet_uchar();
    assert(c < 200);
    return 0;
}
