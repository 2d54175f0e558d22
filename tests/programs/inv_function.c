// A function of the program that nothing but the invariant calls, over a list on the heap: `insert` links
// the node before it looks where it belongs.
// flag: --invariant=ordered
// verdict: FAILED invariant :37
// also: -DMENDED VERIFIED
// also: -O2 -DMENDED VERIFIED
#include <pthread.h>
#include <stdlib.h>

typedef struct node {
    int value;
    struct node *next;
} node;

static node *volatile head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int ordered(void)
{
    for (const node *n = head; n && n->next; n = n->next)
        if (n->value > n->next->value)
            return 0;
    return 1;
}

static void insert(node *n)
{
    node *at = head;

#ifdef MENDED
    if (at && at->value < n->value) {
        at->next = n;
        return;
    }
#endif
    n->next = at;
    head = n;
}

static void *worker(void *arg)
{
    node *n = calloc(1, sizeof *n);

    n->value = *(int *)arg;
    pthread_mutex_lock(&lock);
    insert(n);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t t;
    int one = 1, two = 2;

    pthread_create(&t, 0, worker, &one);
    worker(&two);
    pthread_join(t, 0);
    return 0;
}
