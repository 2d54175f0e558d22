// default: UNKNOWN
// Is a pointer within a pool?
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static char pool[64];
static int inpool(const void *p)
{
    return (const char *)p >= pool && (const char *)p < pool + sizeof pool;
}
static int inpool2(const void *p)
{
    return (uintptr_t)p - (uintptr_t)pool < sizeof pool;
}
int main(void)
{
    char *h = malloc(4);
    assert(inpool(pool + 3));
    assert(!inpool(h));
    assert(inpool2(pool + 63) && !inpool2(h));
    free(h);
    return 0;
}
