// verdict: UNKNOWN pointer_order.c:9: a branch depends on where an object lies in memory
// also: --addresses strict FAILED pointer-order :9
// Two heap blocks have no order.
#include <stdlib.h>

int main(void)
{
    char *a = malloc(4), *b = malloc(4);
    char *first = a < b ? a : b;
    free(first);
    return 0;
}
