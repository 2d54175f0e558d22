// verdict: FAILED uninitialised :13
// also: -m32 FAILED uninitialised :13
// The block is longer than what was written to it.
#include <stdlib.h>

int main(void)
{
    int *a = malloc(3 * sizeof *a);
    a[0] = 1;
    a[2] = 3;
    int best = 0;
    for (int i = 0; i < 3; i++)
        if (a[i] > best)
            best = a[i];
    free(a);
    return best == 0;
}
