// verdict: VERIFIED
// The order in which operands, arguments and conditions are evaluated, with effects in them.
#include <assert.h>
int f(int *p, int q)
{
    *p = 9;
    return q;
}
int g = 3;
static int inc(void)
{
    return ++g;
}
static int two(int a, int b)
{
    return a * 10 + b;
}
struct s {
    int x;
} s = {1};
static int chg(int a, struct s *p)
{
    p->x = 5;
    return a;
}
int arr[3] = {1, 2, 3};
static int ca(int v)
{
    arr[1] = 50;
    return v;
}
int main(void)
{
    int x = 1;
    int r = f(&x, x);
    assert(r == 1 && x == 9);
    assert(two(inc(), inc()) == 45);
    assert(chg(s.x, &s) == 1 && s.x == 5);
    assert(ca(arr[1]) == 2);
    int i = 0;
    int v[3] = {0, 0, 0};
    v[i] = i + 1;
    i = v[0];
    v[i]++;
    assert(v[1] == 1);
    g = 1;
    int y = g + inc() * 10;
    assert(y == 21);
    g = 1;
    y = inc() * 10 + g;
    assert(y == 22);
    int *p = &x;
    x = 2;
    y = *p + f(p, *p);
    assert(y == 4 && x == 9);
    int z = (x = 3, x + 1);
    assert(z == 4);
    z += x += 2;
    assert(z == 9 && x == 5);
    z = x++ + 0;
    assert(z == 5 && x == 6);
    z = -x--;
    assert(z == -6 && x == 5);
    z = x > 3 ? x++ : x--;
    assert(z == 5 && x == 6);
    z = !x || !(x = 0);
    assert(z == 1 && x == 0);
}
