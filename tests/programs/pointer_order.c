// verdict: FAILED pointer-order :8
// Two heap blocks have no order.
#include <stdlib.h>

int main(void)
{
    char *a = malloc(4), *b = malloc(4);
    char *first = a < b ? a : b;
    free(first);
    return 0;
}
