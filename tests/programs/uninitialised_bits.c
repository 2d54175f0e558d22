// verdict: FAILED uninitialised :13
// Definedness is kept bit by bit: the upper half of the mask was never set.
#include <stdlib.h>

int main(void)
{
    unsigned char *b = malloc(2);
    b[0] = 0x5a;
    unsigned word = (unsigned)b[0] | (unsigned)b[1] << 8;
    int low = 0;
    if (word & 0x08)
        low = 1;
    if (word & 0x100)
        low = 2;
    free(b);
    return low == 0;
}
