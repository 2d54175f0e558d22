// verdict: FAILED misuse :11
// A string may not be copied over itself, whatever would come of it.
#include <string.h>

int main(void)
{
    char s[16] = "abc";

    strncpy(s + 8, s, 4);
    strcat(s + 8, s + 1);
    strcpy(s, s + 1);
    return 0;
}
