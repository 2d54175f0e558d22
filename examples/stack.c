/* Treiber's stack, whose pop frees the node: another thread may still be looking at it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static _Atomic(struct node *) top;

static void push(int value)
{
    struct node *n = malloc(sizeof *n);

    n->value = value;
    n->next = top;
    while (!atomic_compare_exchange_weak(&top, &n->next, n))
        ;
}

static int pop(void)
{
    struct node *n = top;
    int value;

    while (n && !atomic_compare_exchange_weak(&top, &n, n->next))
        ;
    if (n == NULL)
        return -1;
    value = n->value;
    free(n);
    return value;
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
    return 0;
}
