// verdict: FAILED invalid-free :8
// A string constant is given to realloc.
#include <stdlib.h>

int main(void)
{
    char *s = "constant";
    s = realloc(s, 20);
    return s == NULL;
}
