// verdict: VERIFIED
// A list that loses its head: what points to it is garbage, too, and so are the temporaries.
#include <assert.h>
#include <stdlib.h>
struct node {
    int v;
    struct node *next;
};
struct node *head, *tail;
int main(void)
{
    for (int i = 0; i < 40; i++) {
        struct node *n = malloc(sizeof *n);

        if (!n)
            return 0;
        n->v = 3;
        n->next = 0;
        if (tail)
            tail->next = n;
        else
            head = n;
        tail = n;
        if (head != tail) {
            assert(head->next);
            head = head->next;
        }
        assert(head->v == 3);
    }
    return 0;
}
