// verdict: FAILED use-after-free :18
// Two threads take from a linked queue, and each frees the old first node at once.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static _Atomic(struct node *) head;

static int take(void)
{
    for (;;) {
        struct node *first = head;
        struct node *next = first->next;
        if (!next)
            return 0;
        if (atomic_compare_exchange_strong(&head, &first, next)) {
            free(first);
            return 1;
        }
    }
}

static void *taker(void *arg)
{
    take();
    return arg;
}

int main(void)
{
    pthread_t t;
    struct node *n = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *m = malloc(sizeof *m);
        m->value = i;
        m->next = n;
        n = m;
    }
    head = n;
    pthread_create(&t, NULL, taker, NULL);
    take();
    pthread_join(t, NULL);
    return 0;
}
