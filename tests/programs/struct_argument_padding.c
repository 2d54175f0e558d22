// verdict: VERIFIED
// Small structures passed in registers carry padding that was never set, and pointers.
#include <assert.h>

struct mixed {
    char c;
    int i;
};
struct holder {
    int *p;
    char tag;
};
union either {
    int *p;
    long l;
};

static int take(struct mixed m, struct holder h, union either e)
{
    return m.c + m.i + *h.p + h.tag + *e.p;
}

static struct holder give(int *p)
{
    struct holder h;
    h.p = p;
    h.tag = 1;
    return h;
}

int main(void)
{
    int x = 10;
    struct mixed m;
    m.c = 1;
    m.i = 2;
    union either e = {.p = &x};
    assert(take(m, give(&x), e) == 24);
    return 0;
}
