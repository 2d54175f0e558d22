// verdict: VERIFIED
// also: -O2 VERIFIED
// outcomes: 1
// flags: --leaks
// Michael and Scott's queue, one thread adding and one taking: first in, first out, nothing lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
    _Atomic(struct node *) next;
};

static _Atomic(struct node *) head, tail;

static struct node *make(int value)
{
    struct node *n = malloc(sizeof *n);
    n->value = value;
    atomic_init(&n->next, NULL);
    return n;
}

static void put(int value)
{
    struct node *n = make(value);
    for (;;) {
        struct node *last = tail, *next = last->next;
        if (next) {
            atomic_compare_exchange_strong(&tail, &last, next);
            continue;
        }
        if (atomic_compare_exchange_strong(&last->next, &next, n)) {
            atomic_compare_exchange_strong(&tail, &last, n);
            return;
        }
    }
}

static int take(void)
{
    for (;;) {
        struct node *first = head, *last = tail, *next = first->next;
        if (!next)
            return 0;
        if (first == last) {
            atomic_compare_exchange_strong(&tail, &last, next);
            continue;
        }
        int value = next->value;
        if (atomic_compare_exchange_strong(&head, &first, next))
            return value;
    }
}

static void *putter(void *arg)
{
    put(1);
    put(2);
    return arg;
}

int main(void)
{
    pthread_t t;
    struct node *dummy = make(0);
    head = tail = dummy;
    pthread_create(&t, NULL, putter, NULL);
    int a = take(), b = take();
    pthread_join(t, NULL);
    int c = take(), d = take();
    assert(a == 0 || a == 1);
    assert(b == 0 || b == a + 1);
    assert(a + b + c + d == 3);
    assert(take() == 0);
    while (dummy) {
        struct node *next = dummy->next;
        free(dummy);
        dummy = next;
    }
    return 0;
}
