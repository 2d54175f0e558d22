// verdict: FAILED out-of-bounds :9
// A write one element past a heap block.
#include <stdlib.h>

int main(void)
{
    int *a = malloc(4 * sizeof *a);
    for (int i = 0; i <= 4; i++)
        a[i] = i;
    free(a);
    return 0;
}
