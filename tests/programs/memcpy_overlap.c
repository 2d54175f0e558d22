// verdict: FAILED misuse :9
// memcpy of overlapping regions, where memmove is needed.
#include <string.h>

int main(void)
{
    char b[8] = "abcdefg";
    memmove(b + 1, b, 5);
    memcpy(b + 1, b, 5);
    return b[0] == 0;
}
