// flag: --invariant=!made || *made >= 0
// verdict: FAILED uninitialised :11
#include <stdlib.h>

static int *made;

int main(void)
{
    int *n = malloc(sizeof *n);

    made = n;
    *made = 1;
    made = 0;
    free(n);
    return 0;
}
