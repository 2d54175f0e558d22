// A push by a weak compare-exchange, in a loop.  It may fail for no reason, but not again and again.
// live: VERIFIED: --no-livelock
// live: VERIFIED: --termination --fair weak
// live: VERIFIED: --fair weak --ltl 'F pushed'
// live: VERIFIED: --no-spurious --no-livelock
// live: FAILED livelock: -DLOST --no-livelock
// live: FAILED livelock: -DLOST --no-spurious --no-livelock
#include <pthread.h>
#include <stdatomic.h>

struct node {
    struct node *next;
};
static _Atomic(struct node *) top;
static struct node nodes[2];
static volatile int pushed;

static void *push(void *arg)
{
    struct node *n = arg, *old = atomic_load(&top);

    do
        n->next = old;
#ifdef LOST
    while (atomic_load(&top) != n && (old = n->next, old != n) && !pushed);
#else
    while (!atomic_compare_exchange_weak(&top, &old, n));
#endif
    pushed = 1;
    return arg;
}

int main(void)
{
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, push, &nodes[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
