// verdict: FAILED uninitialised
// New memory is read in the test that could have been one for null.
#include <stdlib.h>

struct node {
    int v;
};

int main(void)
{
    struct node *p = malloc(sizeof *p);
    if (p->v)
        free(p);
    p->v = 1;
    return 0;
}
