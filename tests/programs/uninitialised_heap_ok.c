// verdict: VERIFIED
// calloc gives zeroes, and realloc keeps them.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *a = calloc(3, sizeof *a);
    for (int i = 0; i < 3; i++)
        assert(a[i] == 0);
    a = realloc(a, 5 * sizeof *a);
    a[3] = a[4] = 4;
    int sum = 0;
    for (int i = 0; i < 5; i++)
        sum += a[i];
    assert(sum == 8);
    free(a);
    return 0;
}
