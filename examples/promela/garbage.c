/* Objects are made for ever, and one of them can be reached: finitely many states. */
#include <stdlib.h>

struct node {
    int v;
    struct node *next;
} *g;

int main(void)
{
    for (;;) {
        g = malloc(sizeof *g);
        if (g)
            g->v = 1;
    }
}
