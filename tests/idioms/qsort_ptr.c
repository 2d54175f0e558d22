// default: VERIFIED
// Pointers into one array are sorted.
#include <assert.h>
#include <stdlib.h>

static int cmp(const void *a, const void *b)
{
    const int *x = *(int *const *)a, *y = *(int *const *)b;
    return (x > y) - (x < y);
}
int main(void)
{
    int v[3];
    int *p[3] = {&v[2], &v[0], &v[1]};
    qsort(p, 3, sizeof *p, cmp);
    assert(p[0] == &v[0] && p[2] == &v[2]);
    return 0;
}
