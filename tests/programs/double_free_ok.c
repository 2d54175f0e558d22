// verdict: VERIFIED
// flags: --leaks
// free(NULL) does nothing, so clearing the pointer makes a second drop harmless.
#include <stdlib.h>

struct owner {
    char *name;
};

static void drop(struct owner *o)
{
    free(o->name);
    o->name = NULL;
}

int main(void)
{
    struct owner a = {malloc(8)};
    drop(&a);
    drop(&a);
    return 0;
}
