// Treiber's stack: each thread pushes a node and pops one; no node is popped twice.
// -DPLAIN_POP: the top is not taken by compare-exchange.
// with : VERIFIED / VERIFIED
// with -DPLAIN_POP: FAILED assertion / FAILED assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    struct node *next;
    atomic_int taken;
};

static _Atomic(struct node *) top;
static struct node nodes[2];

static void push(struct node *n)
{
    struct node *old = atomic_load(&top);

    do
        n->next = old;
    while (!atomic_compare_exchange_strong(&top, &old, n));
}

static struct node *pop(void)
{
    struct node *old = atomic_load(&top);

#ifdef PLAIN_POP
    if (old)
        atomic_store(&top, old->next);
#else
    while (old && !atomic_compare_exchange_strong(&top, &old, old->next))
        ;
#endif
    return old;
}

static void *worker(void *arg)
{
    struct node *n;

    push(arg);
    n = pop();
    if (n)
        assert(atomic_fetch_add(&n->taken, 1) == 0);
    return NULL;
}

int main(void)
{
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, &nodes[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
