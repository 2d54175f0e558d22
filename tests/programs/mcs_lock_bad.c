// verdict: FAILED use-after-scope :18
// Leaving without waiting for a successor that has announced itself: it writes to a node that is gone.
#include <pthread.h>
#include <stdatomic.h>

struct node {
    _Atomic(struct node *) next;
};

static _Atomic(struct node *) tail;

static void *worker(void *arg)
{
    struct node me;
    atomic_init(&me.next, NULL);
    struct node *before = atomic_exchange(&tail, &me), *self = &me;
    if (before)
        before->next = &me;
    atomic_compare_exchange_strong(&tail, &self, NULL);
    return arg;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
