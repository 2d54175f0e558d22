// verdict: VERIFIED
// flags: --leaks
// The next node is taken before the node is freed.
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < 2; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    for (struct node *n = list, *next; n; n = next) {
        next = n->next;
        free(n);
    }
    return 0;
}
