// verdict: VERIFIED
// executions: 4
// What a weak compare-exchange expects is in a node that others will see: when it fails for no reason, what it found is
// written there again, which changes nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    struct node *next;
};

static _Atomic(struct node *) top;
static struct node nodes[2];

static void *push(void *arg)
{
    struct node *n = arg;
    n->next = atomic_load(&top);
    while (!atomic_compare_exchange_weak(&top, &n->next, n))
        ;
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int sum = 0;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, push, &nodes[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    for (struct node *n = atomic_load(&top); n; n = n->next)
        sum++;
    assert(sum == 2);
    return 0;
}
