// restores: 34: read-modify-write: relaxed -> release
// spare: 30: read-modify-write: release -> relaxed
// A queue of Michael and Scott with a dummy in front, one that pushes and one that pops.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef PUBLISH
#define PUBLISH memory_order_release
#endif
typedef struct node {
    int value;
    struct node *_Atomic next;
} node;
static node *_Atomic head, *_Atomic tail;

static void push(int value)
{
    node *n = malloc(sizeof *n), *last, *next;

    if (!n)
        abort();
    n->value = value;
    atomic_init(&n->next, NULL);
    for (;;) {
        last = atomic_load_explicit(&tail, memory_order_acquire);
        next = atomic_load_explicit(&last->next, memory_order_acquire);
        if (next) {
            atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release, memory_order_relaxed);
            continue;
        }
        /* The new one hangs on the last: whoever sees it sees its value. */
        if (atomic_compare_exchange_strong_explicit(&last->next, &next, n, PUBLISH, memory_order_relaxed))
            break;
    }
    atomic_compare_exchange_strong_explicit(&tail, &last, n, memory_order_release, memory_order_relaxed);
}

static int pop(int *value)
{
    node *first = atomic_load_explicit(&head, memory_order_relaxed);
    node *next = atomic_load_explicit(&first->next, memory_order_acquire);

    if (!next)
        return 0;
    *value = next->value;
    atomic_store_explicit(&head, next, memory_order_relaxed);
    return 1;
}

static void *pusher(void *arg)
{
    push(7);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    node *dummy = calloc(1, sizeof *dummy);
    int got;

    if (!dummy)
        return 0;
    atomic_init(&head, dummy);
    atomic_init(&tail, dummy);
    pthread_create(&a, NULL, pusher, NULL);
    pthread_create(&b, NULL, pusher, NULL);
    if (pop(&got))
        assert(got == 7);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
