// default: UNKNOWN
// A hash table of pointers.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static void *tab[8];
static int put(void *p)
{
    unsigned h = ((uintptr_t)p >> 3) * 2654435761u >> 29 & 7;
    for (int i = 0; i < 8; i++, h = (h + 1) & 7) {
        if (tab[h] == p)
            return 0;
        if (!tab[h]) {
            tab[h] = p;
            return 1;
        }
    }
    return -1;
}
int main(void)
{
    int a[3];
    assert(put(&a[0]) == 1 && put(&a[1]) == 1 && put(&a[0]) == 0 && put(malloc(1)) == 1);
    return 0;
}
