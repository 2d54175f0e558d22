// verdict: FAILED out-of-bounds :9
// The byte that ends the string has no room.
#include <stdlib.h>
#include <string.h>

static char *copy(const char *s)
{
    char *p = malloc(strlen(s));
    return strcpy(p, s);
}

int main(void)
{
    free(copy("heddle"));
    return 0;
}
