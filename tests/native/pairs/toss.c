// right: VERIFIED
// wrong: FAILED assertion
// The names of VeriSoft's programs.
#include <verisoft.h>

int main(void)
{
    int n = VS_toss(3), m = VS_toss(1);

#ifdef WRONG
    VS_assert(n + m < 4);
#endif
    VS_assert(n + m <= 4);
}
