// verdict: VERIFIED
// also: --leaks --malloc-may-fail FAILED leak :8
// realloc that fails leaves the old block, whose only pointer was just overwritten.
#include <stdlib.h>

int main(void)
{
    char *p = malloc(4);
    if (!p)
        return 1;
    p = realloc(p, 8);
    free(p);
    return 0;
}
