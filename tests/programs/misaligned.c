// verdict: FAILED misaligned :11
// An int at an odd address.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *p = malloc(16);
    memset(p, 0, 16);
    int *q = (int *)(p + 1);
    int x = *q;
    free(p);
    return x;
}
