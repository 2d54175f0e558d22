// verdict: FAILED use-after-free :29
// also: -m32 FAILED use-after-free :29
// also: -O2 FAILED use-after-free :29
// A Treiber stack that frees what it pops: another thread may still be reading it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

static _Atomic(struct node *) top;

static void push(void)
{
    struct node *n = malloc(sizeof *n), *old = top;
    do
        n->next = old;
    while (!atomic_compare_exchange_weak(&top, &old, n));
}

static void pop(void)
{
    struct node *n = top, *next;
    do {
        if (!n)
            return;
        next = n->next;
    } while (!atomic_compare_exchange_strong(&top, &n, next));
    free(n);
}

static void *popper(void *arg)
{
    pop();
    return arg;
}

int main(void)
{
    pthread_t a, b;
    push();
    push();
    pthread_create(&a, NULL, popper, NULL);
    pthread_create(&b, NULL, popper, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
