// verdict: FAILED leak :12
// flags: --leaks
// Two blocks that point to each other and nothing points to them.
#include <stdlib.h>

struct node {
    struct node *other;
};

static void make(void)
{
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->other = b;
    b->other = a;
}

int main(void)
{
    make();
    return 0;
}
