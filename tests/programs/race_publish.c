// verdict: FAILED data-race :32
// flags: --races error
// also: --memory tso FAILED data-race :32
// also: --memory pso FAILED data-race :32
// A node that a relaxed compare-exchange publishes.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};
static _Atomic(struct node *) top;

static void *push(void *arg)
{
    struct node *n = malloc(sizeof *n);
    n->value = 5;
    n->next = atomic_load_explicit(&top, memory_order_relaxed);
    while (!atomic_compare_exchange_strong_explicit(&top, &n->next, n, memory_order_relaxed, memory_order_relaxed)) { }
    return arg;
}

int main(void)
{
    pthread_t a;
    struct node *n;
    int wrong;
    pthread_create(&a, NULL, push, NULL);
    n = atomic_exchange_explicit(&top, NULL, memory_order_acquire);
    wrong = n && n->value != 5;
    pthread_join(a, NULL);
    return wrong;
}
