// verdict: FAILED read-only :8
// A string constant is written to.
#include <ctype.h>

static void upper(char *s)
{
    for (; *s; s++)
        *s = (char)toupper((unsigned char)*s);
}

int main(void)
{
    char array[] = "warp";
    upper(array);
    upper("weft");
    return 0;
}
