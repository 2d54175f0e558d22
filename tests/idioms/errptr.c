// default: VERIFIED
// Error numbers as pointers.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#define MAX_ERRNO 4095
static inline void *ERR_PTR(long e)
{
    return (void *)e;
}
static inline long PTR_ERR(const void *p)
{
    return (long)p;
}
static inline int IS_ERR(const void *p)
{
    return (unsigned long)p >= (unsigned long)-MAX_ERRNO;
}
static void *get(int x)
{
    return x ? malloc(8) : ERR_PTR(-ENOMEM);
}
int main(void)
{
    void *a = get(1), *b = get(0);
    assert(!IS_ERR(a));
    assert(IS_ERR(b) && PTR_ERR(b) == -ENOMEM);
    free(a);
    return 0;
}
