// verdict: FAILED out-of-bounds
// What was cut off is gone.
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
    assert(p[2].a == 1);
    free(p);
    return 0;
}
