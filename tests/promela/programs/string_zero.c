// verdict: VERIFIED
// Zeros inside literals, escapes, literals side by side, and one that fills its array.
#include <assert.h>
#include <string.h>

#define WORD "x\0y"

int main(void)
{
    char s[] = "a\0b", five[5] = "\x41\102\n\\\"";
    const char *p = "q\0" WORD;

    assert(sizeof s == 4 && s[0] == 'a' && s[1] == 0 && s[2] == 'b' && s[3] == 0);
    assert(five[0] == 'A' && five[1] == 'B' && five[2] == '\n' && five[3] == '\\' && five[4] == '"');
    assert(p[0] == 'q' && p[1] == 0 && p[2] == 'x' && p[3] == 0 && p[4] == 'y' && p[5] == 0);
    assert(strlen(p) == 1 && strlen(p + 2) == 1 && "z\377"[1] == (char)255);
    return 0;
}
