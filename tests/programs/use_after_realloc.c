// verdict: FAILED use-after-free :11
// The old pointer is used after realloc.
#include <stdlib.h>

int main(void)
{
    int *a = malloc(2 * sizeof *a);
    a[0] = 1;
    int *first = a;
    a = realloc(a, 100 * sizeof *a);
    int x = *first;
    free(a);
    return x;
}
