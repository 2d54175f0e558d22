// default: UNKNOWN
// Heap addresses are sorted and searched.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static int cmp(const void *a, const void *b)
{
    uintptr_t x = *(uintptr_t *)a, y = *(uintptr_t *)b;
    return x < y ? -1 : x > y;
}
int main(void)
{
    int *p[3];
    uintptr_t k[3];
    for (int i = 0; i < 3; i++) {
        p[i] = malloc(4);
        *p[i] = i;
        k[i] = (uintptr_t)p[i];
    }
    qsort(k, 3, sizeof *k, cmp);
    assert(k[0] < k[1] && k[1] < k[2]);
    int s = 0;
    for (int i = 0; i < 3; i++) {
        s += *(int *)k[i];
    }
    assert(s == 3);
    uintptr_t key = (uintptr_t)p[1];
    assert(bsearch(&key, k, 3, sizeof *k, cmp));
    return 0;
}
