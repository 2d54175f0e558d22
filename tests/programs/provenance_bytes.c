// verdict: VERIFIED
// A pointer copied byte by byte is still that pointer.
#include <assert.h>
#include <stddef.h>

static void copy(void *to, const void *from, size_t n)
{
    unsigned char *t = to;
    const unsigned char *f = from;
    while (n--)
        *t++ = *f++;
}

int main(void)
{
    int x = 1, *p = &x, *q;
    copy(&q, &p, sizeof q);
    assert(q == p);
    *q = 2;
    assert(x == 2);
    return 0;
}
