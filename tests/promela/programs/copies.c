// verdict: VERIFIED
// memset, memcpy and memmove on objects whose types are known.
#include <assert.h>
#include <string.h>

struct inner {
    short s[2];
    long l;
};
struct outer {
    struct inner in[2];
    char c;
};

static int numbers[6] = {1, 2, 3, 4, 5, 6};

int main(void)
{
    struct outer a, b;
    int copy[6], *p = copy;
    unsigned char bytes[4];

    memset(&a, 0, sizeof a);
    assert(a.in[1].l == 0 && a.in[0].s[1] == 0 && a.c == 0);
    memset(bytes, 200, sizeof bytes);
    assert(bytes[0] == 200 && bytes[3] == 200);
    memset(copy, 0xff, 2 * sizeof *copy);
    assert(copy[0] == -1 && copy[1] == -1);
    a.in[1].l = 1l << 40;
    memcpy(&b, &a, sizeof a);
    assert(b.in[1].l == 1l << 40);
    memcpy(copy, numbers, sizeof copy);
    memmove(p + 1, p, 4 * sizeof *p);
    assert(copy[0] == 1 && copy[1] == 1 && copy[4] == 4 && copy[5] == 6);
    memmove(copy, p + 2, 3 * sizeof *p);
    assert(copy[0] == 2 && copy[1] == 3 && copy[2] == 4 && copy[3] == 3);
    return 0;
}
