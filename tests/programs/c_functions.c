// verdict: VERIFIED
// also: -O2 VERIFIED
// Function pointers in tables, as arguments and results; recursion through a pointer.
#include <assert.h>

typedef int op(int, int);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static op *const table[] = {add, sub, mul};

static op *choose(char c)
{
    return table[c == '+' ? 0 : c == '-' ? 1 : 2];
}

static int fold(op *f, const int *v, int n)
{
    return n == 1 ? v[0] : f(fold(f, v, n - 1), v[n - 1]);
}

struct shape {
    int (*area)(const struct shape *);
    int w, h;
};

static int rectangle(const struct shape *s) { return s->w * s->h; }
static int triangle(const struct shape *s) { return s->w * s->h / 2; }

static int ackermann(int m, int n)
{
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

int main(void)
{
    int v[] = {2, 3, 4};
    assert(fold(choose('+'), v, 3) == 9 && fold(choose('-'), v, 3) == -5);
    assert(fold(choose('*'), v, 3) == 24 && choose('+') == add && choose('-') != add);
    struct shape s[] = {{rectangle, 3, 4}, {triangle, 3, 4}};
    assert(s[0].area(&s[0]) == 12 && s[1].area(&s[1]) == 6);
    assert(ackermann(2, 3) == 9);
    return 0;
}
