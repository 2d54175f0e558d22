// verdict: FAILED out-of-bounds :10
// Only the first half of an eight-byte read lies inside the object.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *p = malloc(12);
    memset(p, 0, 12);
    long x = *(long *)(p + 8);
    free(p);
    return (int)x;
}
