// verdict: FAILED use-after-free
// A freed place does not come back while a pointer leads there.
#include <stdlib.h>
struct node {
    int v;
    struct node *next;
};
struct node *g, *old;
int main(void)
{
    old = malloc(sizeof *old);
    if (!old)
        return 0;
    old->v = 1;
    free(old);
    for (int i = 0; i < 40; i++) {
        g = malloc(sizeof *g);
        if (!g)
            return 0;
        g->v = i;
    }
    return old->v;
}
