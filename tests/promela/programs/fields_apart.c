// verdict: VERIFIED
// Arrays inside of structs whose addresses are used, in arrays that calloc made: no two share a
// place.
#include <assert.h>
#include <stdlib.h>
struct s {
    int n;
    int a[3];
};
static int sum(int *p)
{
    return p[0] + p[1] + p[2];
}
int main(void)
{
    struct s *q = calloc(1, sizeof *q);
    q->a[0] = 1;
    q->a[1] = 2;
    q->a[2] = 3;
    q->n = 4;
    struct s *p = calloc(3, sizeof *p);
    assert(sum(q->a) == 6 && q->n == 4);
    for (int i = 0; i < 3; i++) {
        assert(sum(p[i].a) == 0);
        p[i].a[i] = i + 1;
        p[i].n = i;
    }
    assert(sum(p[0].a) == 1 && sum(p[1].a) == 2 && sum(p[2].a) == 3 && sum(q->a) == 6);
    free(p);
    assert(sum(q->a) == 6);
    free(q);
}
