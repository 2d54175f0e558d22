// verdict: VERIFIED
// flags: --leaks
// With room for the last byte the copy is right.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static char *copy(const char *s)
{
    char *p = malloc(strlen(s) + 1);
    return strcpy(p, s);
}

int main(void)
{
    char *p = copy("heddle");
    assert(strcmp(p, "heddle") == 0);
    free(p);
    return 0;
}
