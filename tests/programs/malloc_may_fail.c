// verdict: VERIFIED
// also: --malloc-may-fail FAILED null-pointer :9
// An allocation that is taken for granted.
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    return 0;
}
