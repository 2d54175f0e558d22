// verdict: VERIFIED
// Strings of one array that do not overlap.
#include <assert.h>
#include <string.h>

int main(void)
{
    char s[16] = "abc";

    strcpy(s + 4, s);
    strncpy(s + 8, s, 3);
    s[11] = 0;
    strcat(s + 8, s + 1);
    strncat(s + 8, s + 4, 1);
    assert(!strcmp(s + 8, "abcbca"));
    return 0;
}
