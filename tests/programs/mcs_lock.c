// verdict: VERIFIED
// also: -O2 VERIFIED
// The queue lock of Mellor-Crummey and Scott: each waits at its own node.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    _Atomic(struct node *) next;
    atomic_int locked;
};

static _Atomic(struct node *) tail;
static int inside;

static void *worker(void *arg)
{
    struct node me;
    atomic_init(&me.next, NULL);
    atomic_init(&me.locked, 1);
    struct node *before = atomic_exchange(&tail, &me);
    if (before) {
        before->next = &me;
        while (me.locked)
            ;
    }
    inside++;
    assert(inside == 1);
    inside--;
    struct node *self = &me;
    if (!me.next) {
        if (atomic_compare_exchange_strong(&tail, &self, NULL))
            return arg;
        while (!me.next)
            ;
    }
    me.next->locked = 0;
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
