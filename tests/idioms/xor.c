// default: UNKNOWN
// A list of exclusive ors.
#include <assert.h>
#include <stdint.h>

struct n {
    int v;
    uintptr_t link;
};
int main(void)
{
    struct n a = {1, 0}, b = {2, 0}, c = {3, 0};
    a.link = 0 ^ (uintptr_t)&b;
    b.link = (uintptr_t)&a ^ (uintptr_t)&c;
    c.link = (uintptr_t)&b ^ 0;
    int sum = 0;
    uintptr_t prev = 0;
    for (struct n *p = &a; p;) {
        sum += p->v;
        uintptr_t nx = p->link ^ prev;
        prev = (uintptr_t)p;
        p = (struct n *)nx;
    }
    assert(sum == 6);
    return 0;
}
