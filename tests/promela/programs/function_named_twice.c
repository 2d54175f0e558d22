// verdict: VERIFIED
// `*f` of a pointer to a function is the function; a table of functions; a null pointer that is
// never called.
#include <assert.h>
#include <heddle.h>
typedef int (*op)(int, int);
struct table {
    const char *name;
    op f;
};
static int add(int a, int b)
{
    return a + b;
}
static int sub(int a, int b)
{
    return a - b;
}
static int apply(op f, int a, int b)
{
    return f ? f(a, b) : -1;
}
static const struct table ops[2] = {{"add", add}, {"sub", sub}};
int main(void)
{
    int k = heddle_choose(2);
    assert(apply(ops[k].f, 5, 3) == (k ? 2 : 8));
    assert(apply(0, 1, 2) == -1);
    op f = k ? add : sub;
    assert(f == add || f == sub);
    assert((*f)(1, 1) == (k ? 2 : 0));
}
