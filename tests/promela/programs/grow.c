// verdict: VERIFIED
// An array that grows and shrinks keeps what fits; realloc of null is malloc.
#include <assert.h>
#include <stdlib.h>

struct pair {
    int a, b[2];
};

static int sum(const int *p)
{
    return p[0] + p[1];
}

int main(void)
{
    struct pair *p = realloc(NULL, sizeof *p);
    p[0] = (struct pair){1, {2, 3}};
    p = realloc(p, 3 * sizeof *p);
    p[1] = p[0];
    p[2] = p[0];
    p[2].b[1] = 9;
    assert(p[0].a == 1 && sum(p[0].b) == 5 && sum(p[1].b) == 5 && sum(p[2].b) == 11);
    p = realloc(p, 2 * sizeof *p);
    assert(p[1].a == 1 && sum(p[1].b) == 5);
    free(p);
    return 0;
}
