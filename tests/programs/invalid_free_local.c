// verdict: FAILED invalid-free :7
// A local variable is freed.
#include <stdlib.h>

static void drop(int *p)
{
    free(p);
}

int main(void)
{
    int *heap = malloc(sizeof *heap);
    int local = 1;
    drop(heap);
    drop(&local);
    return local;
}
