// verdict: VERIFIED
// A void pointer, an array and a struct keep objects alive; so does a thread's result.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct node {
    int v;
};
struct pair {
    int n;
    struct node *first;
};
void *any;
struct node *slots[2], *g;
struct pair both;
static struct node *make(int v)
{
    struct node *n = malloc(sizeof *n);

    if (!n)
        exit(0);
    n->v = v;
    return n;
}
static void *maker(void *arg)
{
    (void)arg;
    return make(5);
}
int main(void)
{
    pthread_t t;
    void *result;

    any = make(1);
    slots[1] = make(2);
    both.first = make(3);
    pthread_create(&t, 0, maker, 0);
    for (int i = 0; i < 20; i++)
        g = make(4);
    pthread_join(t, &result);
    for (int i = 0; i < 20; i++)
        g = make(4);
    assert(((struct node *)any)->v == 1);
    assert(slots[1]->v == 2);
    assert(both.first->v == 3);
    assert(((struct node *)result)->v == 5);
    return 0;
}
