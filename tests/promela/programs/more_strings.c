// verdict: VERIFIED
// Functions on strings that are translated with the program, and a switch that declares a variable first.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int classify(int n)
{
    switch (n) {
        int twice;
    case 1 ... 3:
        twice = 2 * n;
        return twice;
    case -2:
    case 5 ... 6:
        return 1;
    default:
        return 0;
    }
}

int main(void)
{
    char s[8] = "ab";
    strncat(s, "cabc", 3);
    assert(strcmp(s, "abcab") == 0 && strnlen(s, 3) == 3 && strnlen(s, 9) == 5);
    assert(strrchr(s, 'a') == s + 3 && strrchr(s, 'x') == NULL && strrchr(s, 0) == s + 5);
    assert(strstr(s, "ca") == s + 2 && strstr(s, "cb") == NULL && strstr(s, "") == s);
    assert(strstr("aab", "ab") != NULL && atoi(" -12x") == -12 && atoi("+7") == 7);
    assert(classify(0) == 0 && classify(1) == 2 && classify(3) == 6 && classify(4) == 0);
    assert(classify(-2) == 1 && classify(6) == 1 && classify(7) == 0);
    return 0;
}
