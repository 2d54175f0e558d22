// verdict: VERIFIED
// The whole heap block and a pointer one past it may be used.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *a = malloc(4 * sizeof *a);
    int *end = a + 4;
    for (int *p = a; p < end; p++)
        *p = (int)(p - a);
    assert(end - a == 4 && a[3] == 3);
    free(a);
    return 0;
}
