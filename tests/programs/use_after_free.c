// verdict: FAILED use-after-free :18
// also: -m32 FAILED use-after-free :18
// A list is freed by following the node just freed.
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
    for (struct node *n = list; n; n = n->next)
        free(n);
    return 0;
}
