// verdict: FAILED invalid-free :10
// A pointer into the middle of a block is freed.
#include <stdlib.h>

int main(void)
{
    char *p = malloc(8);
    for (int i = 0; i < 8; i++)
        *p++ = 'x';
    free(p - 4);
    return 0;
}
