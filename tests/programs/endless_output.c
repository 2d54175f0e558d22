// verdict: VERIFIED
// A step inside which objects come and go for ever is recognised as one that repeats itself.
#include <stdio.h>

int main(void)
{
    while (1)
        printf("x\n");
}
