// verdict: VERIFIED
// flags: --leaks
// What a global still points to at the end is no leak.
#include <stdlib.h>

static char *cache;

int main(void)
{
    cache = malloc(4);
    char *p = malloc(4);
    free(p);
    return 0;
}
