// default: VERIFIED
// Offsetof by hand.
#include <assert.h>
#include <stddef.h>

struct s {
    char c;
    long l;
    short h[3];
};
#define OFF(T, m)  ((size_t)&((T *)0)->m)
#define OFF2(T, m) ((size_t)((char *)&((T *)8)->m - (char *)(T *)8))
int main(void)
{
    assert(OFF(struct s, l) == offsetof(struct s, l));
    assert(OFF(struct s, h[2]) == offsetof(struct s, h) + 4);
    assert(OFF2(struct s, l) == 8);
    struct s v;
    assert((char *)&v.l - (char *)&v == (ptrdiff_t)OFF(struct s, l));
    return 0;
}
