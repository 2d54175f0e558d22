// verdict: VERIFIED
// Pointers of one object have an order, those of two may be compared for equality.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char *a = malloc(4), *b = malloc(4);
    assert(a != b && a < a + 3 && a + 4 > a && a + 1 <= a + 1);
    free(a);
    free(b);
    return 0;
}
