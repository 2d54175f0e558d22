// verdict: VERIFIED
// Copies within one object that do not overlap, side by side too.
#include <assert.h>
#include <string.h>

int main(void)
{
    char s[32] = "abc\0defghij", t[4];

    strcpy(s + 16, s);
    strncpy(s, s + 4, 4); /* the four bytes before */
    assert(0 == strcmp(s + 16, "abc"));
    return strcmp(strncpy(t, s + 16, 4), "abc") || !strncat(s + 16, s + 24, 3);
}
