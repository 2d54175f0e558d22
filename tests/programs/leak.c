// verdict: FAILED leak :8
// flags: --leaks
// The only pointer to a block is overwritten; the line is that of the allocation.
#include <stdlib.h>

int main(void)
{
    char *p = malloc(4);
    p[0] = 'a';
    p = malloc(4);
    free(p);
    return 0;
}
