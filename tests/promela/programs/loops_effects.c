// verdict: VERIFIED
// Loops whose conditions and steps have effects; pointers to rows; jumps.
#include <assert.h>
int calls;
static int side(int v)
{
    calls++;
    return v;
}
int main(void)
{
    int n = 0;
    for (int i = side(0); i < side(3) && (n < 10 || side(1)); i += side(1))
        n++;
    assert(n == 3 && calls == 1 + 4 + 3);
    calls = 0;
    int i = 0;
    while (side(i++) < 3 && n) {
        if (i == 2)
            continue;
        n += i;
    }
    assert(i == 4 && calls == 4 && n == 3 + 1 + 3);
    do {
        n--;
        if (n == 2)
            break;
    } while (side(n) > 0 || n > -1);
    assert(n == 2);
    int a[2][2] = {{1, 2}, {3, 4}}, (*r)[2] = a, t = 0;
    for (int(*p)[2] = a; p < a + 2; p++)
        for (int *q = *p; q != *p + 2; ++q)
            t = t * 10 + *q;
    assert(t == 1234 && r[1][0] == 3 && *r[1] == 3 && (*r)[1] == 2);
    switch (n) {
        int u;
    case 2:
        u = 5;
        n += u;
    case 3:
        n++;
        break;
    case 4:
        n = 0;
    }
    assert(n == 8);
lbl:
    if (n++ < 10)
        goto lbl;
    assert(n == 11);
}
