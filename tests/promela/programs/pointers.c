// verdict: VERIFIED
// Pointers to locals, array elements, fields, pointers and functions; arithmetic within an array.
#include <assert.h>
#include <stdlib.h>

struct pair {
    int a, b;
};
struct point {
    int a, b;
};
struct box {
    struct pair in[2];
    struct box *next;
};

static int total;

static void add(int *to, int n)
{
    *to += n;
}
static int twice(int n)
{
    return 2 * n;
}
static int thrice(int n)
{
    return 3 * n;
}
static struct point swap(struct point p)
{
    struct point r = {p.b, p.a};
    return r;
}
static int factorial(int n)
{
    return n <= 1 ? 1 : n * factorial(n - 1);
}

int main(void)
{
    int local = 1, a[2][3] = {{1, 2, 3}, {4, 5, 6}}, *p = &a[1][0], **pp = &p;
    int (*f[2])(int) = {twice, thrice};
    struct box *first = calloc(1, sizeof *first);
    struct point x = {1, 2}, y;

    add(&local, 4);
    assert(local == 5);
    (*pp)++;
    *p += 10;
    assert(a[1][1] == 15 && p - &a[1][0] == 1 && p[-1] == 4 && *(p + 1) == 6);
    for (int *q = a[0]; q < a[0] + 3; q++)
        total += *q;
    assert(total == 6);
    assert(f[0](3) + f[1](3) == 15);
    first->next = first;
    first->next->in[1].b = 7;
    add(&first->in[1].b, 1);
    assert(first->in[1].b == 8 && !first->in[0].a);
    y = swap(x);
    assert(y.a == 2 && y.b == 1);
    assert(factorial(5) == 120);
    free(first);
    return 0;
}
