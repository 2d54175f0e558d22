// verdict: VERIFIED
// A stack without locks: compare and exchange until it holds.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node {
    int v;
    struct node *next;
};
_Atomic(struct node *) top;
static void push(int v)
{
    struct node *n = malloc(sizeof *n);
    n->v = v;
    n->next = atomic_load(&top);
    while (!atomic_compare_exchange_weak(&top, &n->next, n))
        ;
}
static int pop(void)
{
    struct node *n = atomic_load(&top);
    while (n && !atomic_compare_exchange_strong(&top, &n, n->next))
        ;
    return n ? n->v : 0;
}
static void *w(void *a)
{
    push(1);
    return a;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, w, 0);
    push(2);
    int x = pop();
    pthread_join(t, 0);
    int y = pop();
    assert(x + y == 3 && pop() == 0);
}
