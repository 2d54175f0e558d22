// default: VERIFIED
// Comparisons with NULL, -1, MAP_FAILED and small numbers.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

static void *q;
int main(void)
{
    int x;
    void *p = &x;
    assert(p != NULL && p != (void *)-1 && p != MAP_FAILED && p != (void *)1 && p > (void *)0 &&
           (uintptr_t)p > 4095);
    if (!q)
        q = (void *)1;
    if (q == (void *)1)
        q = p;
    assert(q == p);
    if ((intptr_t)p == -1)
        abort();
    return 0;
}
