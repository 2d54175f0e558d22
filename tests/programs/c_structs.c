// verdict: VERIFIED
// also: -m32 VERIFIED
// also: -O2 VERIFIED
// Structures by value: as arguments and results, small, large, nested, with floats.
#include <assert.h>

struct tiny { char c[3]; };
struct two { long a; double b; };
struct big { int v[12]; };
struct nested { struct tiny t; struct two w; union { int i; float f; } u; };

static struct tiny reverse(struct tiny t)
{
    return (struct tiny){{t.c[2], t.c[1], t.c[0]}};
}

static struct two swap(struct two x)
{
    return (struct two){(long)x.b, (double)x.a};
}

static struct big twice(struct big b)
{
    for (int i = 0; i < 12; i++)
        b.v[i] *= 2;
    return b;
}

static struct nested build(struct tiny t, struct two w, int i)
{
    struct nested n = {.t = t, .w = w};
    n.u.i = i;
    return n;
}

int main(void)
{
    struct tiny t = reverse((struct tiny){{1, 2, 3}});
    assert(t.c[0] == 3 && t.c[2] == 1);
    struct two w = swap((struct two){4, 5.0});
    assert(w.a == 5 && w.b == 4.0);
    struct big b = {{1, 2, 3}}, d = twice(twice(b));
    assert(b.v[2] == 3 && d.v[2] == 12 && d.v[11] == 0);
    struct nested n = build(t, w, 0x3f800000), m = n;
    assert(m.u.f == 1.0f && m.w.a == 5 && m.t.c[0] == 3);
    struct nested array[2] = {[1] = n};
    array[0] = array[1];
    assert(array[0].w.b == 4.0);
    return 0;
}
