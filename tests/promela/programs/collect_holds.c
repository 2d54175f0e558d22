// verdict: VERIFIED
// What another thread's local variable alone points to is not given away.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct node {
    int v;
    struct node *next;
};
struct node *g;
int seen;
static void *other(void *arg)
{
    struct node *mine = arg;

    seen = 1;
    assert(mine->v == 7);
    return 0;
}
int main(void)
{
    pthread_t t;
    struct node *n = malloc(sizeof *n);

    if (!n)
        return 0;
    n->v = 7;
    n->next = 0;
    pthread_create(&t, 0, other, n);
    n = 0;
    while (!seen) {
        g = malloc(sizeof *g);
        if (!g)
            break;
        g->v = 1;
        g->next = 0;
    }
    pthread_join(t, 0);
    return 0;
}
