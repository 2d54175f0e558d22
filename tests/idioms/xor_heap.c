// default: UNKNOWN
// A list of exclusive ors on the heap.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct n {
    int v;
    uintptr_t link;
};
static struct n *mk(int v)
{
    struct n *x = malloc(sizeof *x);
    x->v = v;
    x->link = 0;
    return x;
}
int main(void)
{
    struct n *a = mk(1), *b = mk(2), *c = mk(3);
    a->link = (uintptr_t)b;
    b->link = (uintptr_t)a ^ (uintptr_t)c;
    c->link = (uintptr_t)b;
    struct n *p = a;
    uintptr_t prev = 0;
    int s = 0;
    while (p) {
        uintptr_t nx = p->link ^ prev;
        prev = (uintptr_t)p;
        s += p->v;
        p = (struct n *)nx;
    }
    assert(s == 6);
    free(a);
    free(b);
    free(c);
    return 0;
}
