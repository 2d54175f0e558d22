// verdict: FAILED out-of-bounds :10
// A library call that writes past the end is reported at the call.
#include <string.h>

int main(void)
{
    char from[16] = "fifteen letters";
    char to[8];
    memcpy(to, from, 8);
    memcpy(to, from, sizeof from);
    return to[0] == 0;
}
