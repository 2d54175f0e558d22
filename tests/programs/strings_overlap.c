// verdict: FAILED misuse :12
// also: -DWHICH=1 FAILED misuse :14
// also: -DWHICH=2 FAILED misuse :16
// also: -DWHICH=3 FAILED misuse :18
// also: -DWHICH=4 FAILED misuse :20
// also: -DWHICH=5 FAILED misuse :22
#include <string.h>
int main(void)
{
    char s[32] = "abcdef", t[32] = "";
#if !defined WHICH
    strcpy(s, s + 2);
#elif WHICH == 1
    strncpy(s, s + 5, 6);
#elif WHICH == 2
    strcat(s, s + 3);
#elif WHICH == 3
    strcpy(s, s);
#elif WHICH == 4
    strncpy(s + 1, s, 3);
#elif WHICH == 5
    strncat(s, s, 7);
#endif
    return t[0];
}
