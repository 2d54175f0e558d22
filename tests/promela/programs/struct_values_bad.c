// The same with a mistake: the struct of the caller is another one.
// verdict: FAILED assertion
#include <assert.h>

struct inner {
    short low;
    long high;
};
struct pair {
    int a;
    struct inner b;
    char c[2];
};

static struct pair sum(struct pair p, int n)
{
    struct pair r = p;

    if (n == 0)
        return p;
    r.a += n;
    r.b.high -= n;
    r.c[1]++;
    p.a = 100; /* of the caller's nothing changes */
    return sum(r, n - 1);
}

static int depth(struct pair p)
{
    struct pair *at = &p;

    at->a--;
    return p.a > 0 ? 1 + depth(p) : 0;
}

static struct pair twice(struct pair p)
{
    p.a *= 2;
    return p;
}

int main(void)
{
    struct pair p = {.a = 1, .b = {2, 1L << 40}, .c = {3, 4}}, q;

    q = sum(p, 3);
    assert(q.a == 7 && q.b.low == 2 && q.b.high == (1L << 40) - 6 && q.c[0] == 3 && q.c[1] == 7);
    assert(p.a == 100 && p.c[1] == 4);
    assert(sum(q, 1).a == 8);
    assert(depth(q) == 6 && q.a == 7);
    q = twice(twice(q));
    assert(q.a == 28);
    return 0;
}
