// verdict: UNKNOWN wide_pointer_high.c:14: a branch depends on where an object lies in memory
// also: --addresses strict FAILED provenance :14
/* Bits of an address in the high half of a wide integer decide nothing that can be told. */
#include <stdint.h>
#include <stdlib.h>
int main(void)
{
    int *p = malloc(4);
    unsigned __int128 v = (unsigned __int128)(uintptr_t)p << 64;
    uintptr_t q = (uintptr_t)(v >> 64);
    *(int *)q = 1;
    int k = (int)(v >> 72);
    free(p);
    if (k == 3)
        return 1;
    return 0;
}
