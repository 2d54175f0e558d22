// default: UNKNOWN
// Malloc with an alignment, by hand.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static void *amalloc(size_t n, size_t al)
{
    void *raw = malloc(n + al + sizeof(void *));
    if (!raw)
        return 0;
    uintptr_t p = ((uintptr_t)raw + sizeof(void *) + al - 1) & ~(uintptr_t)(al - 1);
    ((void **)p)[-1] = raw;
    return (void *)p;
}
static void afree(void *p)
{
    free(((void **)p)[-1]);
}
int main(void)
{
    int *p = amalloc(32, 64);
    assert((uintptr_t)p % 64 == 0);
    p[7] = 1;
    afree(p);
    int *q = aligned_alloc(64, 64);
    assert(((uintptr_t)q & 63) == 0);
    free(q);
    return 0;
}
