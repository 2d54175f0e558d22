// verdict: VERIFIED
// Objects are made one after the other, and one can be reached.
#include <stdlib.h>
struct node {
    int v;
    struct node *next;
};
struct node *g;
int main(void)
{
    for (int i = 0; i < 40; i++) {
        g = malloc(sizeof *g);
        if (!g)
            return 0;
        g->v = 1;
    }
    return 0;
}
