/* A lock-free stack: push and pop exchange the top by compare-and-swap.
 *
 *     heddle check examples/treiber.c
 *
 * finds that a thread follows a node that another one has just popped and freed.  That the memory may not
 * be given back so soon is the real difficulty of such structures.  With -DKEEP the nodes are left until
 * all threads are gone, and the stack is right:
 *
 *     heddle check -DKEEP examples/treiber.c
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static _Atomic(struct node *) top;
static atomic_int sum;

static void push(int value)
{
    struct node *n = malloc(sizeof *n);
    struct node *old = top;
    n->value = value;
    do
        n->next = old;
    while (!atomic_compare_exchange_strong(&top, &old, n));
}

static void pop(void)
{
    struct node *n = top, *next;
    do {
        if (!n)
            return;
        next = n->next;
    } while (!atomic_compare_exchange_strong(&top, &n, next));
    sum += n->value;
#ifndef KEEP
    free(n);
#endif
}

static void *worker(void *arg)
{
    pop();
    return arg;
}

int main(void)
{
    pthread_t t[2];
    push(1);
    push(2);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(sum == 3);
    return 0;
}
