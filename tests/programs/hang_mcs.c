// verdict: FAILED hang :23
// also: -DMENDED VERIFIED
// not: none
// A queue lock whose release loses who came meanwhile.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
typedef struct node {
    _Atomic(struct node *) next;
    atomic_int locked;
} node;
_Atomic(node *) tail;
node nodes[2];
int inside;
static void lock(node *n)
{
    node *before;
    atomic_store(&n->next, NULL);
    atomic_store(&n->locked, 1);
    before = atomic_exchange(&tail, n);
    if (before) {
        atomic_store(&before->next, n);
        while (atomic_load(&n->locked))
            ;
    }
}
static void unlock(node *n)
{
    node *me = n;
#ifdef MENDED
    if (!atomic_load(&n->next)) {
        if (atomic_compare_exchange_strong(&tail, &me, NULL))
            return;
        while (!atomic_load(&n->next))
            ;
    }
#else
    if (!atomic_load(&n->next)) {
        atomic_compare_exchange_strong(&tail, &me, NULL);
        return;
    }
#endif
    atomic_store(&atomic_load(&n->next)->locked, 0);
}
void *w(void *p)
{
    node *n = &nodes[(long)p];
    lock(n);
    inside++;
    unlock(n);
    return 0;
}
int main(void)
{
    pthread_t t[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], 0, w, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return inside != 2;
}
