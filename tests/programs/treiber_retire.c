// verdict: VERIFIED
// outcomes: 1
// flags: --leaks
// The same stack with nodes kept until all threads are gone.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static _Atomic(struct node *) top;

static void push(int value)
{
    struct node *n = malloc(sizeof *n), *old = top;
    n->value = value;
    do
        n->next = old;
    while (!atomic_compare_exchange_weak(&top, &old, n));
}

static struct node *pop(void)
{
    struct node *n = top, *next;
    do {
        if (!n)
            return NULL;
        next = n->next;
    } while (!atomic_compare_exchange_strong(&top, &n, next));
    return n;
}

static void *popper(void *arg)
{
    (void)arg;
    return pop();
}

int main(void)
{
    pthread_t a, b;
    void *x, *y;
    push(1);
    pthread_create(&a, NULL, popper, NULL);
    pthread_create(&b, NULL, popper, NULL);
    push(2);
    pthread_join(a, &x);
    pthread_join(b, &y);
    struct node *rest = pop();
    int sum = rest ? rest->value : 0;
    if (x)
        sum += ((struct node *)x)->value;
    if (y)
        sum += ((struct node *)y)->value;
    assert(sum == 3 && (!x || x != y));
    free(x);
    free(y);
    free(rest);
    return 0;
}
