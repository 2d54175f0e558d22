// verdict: FAILED double-free :11
// Two owners free one block.
#include <stdlib.h>

struct owner {
    char *name;
};

static void drop(struct owner *o)
{
    free(o->name);
}

int main(void)
{
    struct owner a = {malloc(8)};
    struct owner b = a;
    drop(&a);
    drop(&b);
    return 0;
}
