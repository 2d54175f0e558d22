// default: VERIFIED
// Marks in the low bits of an atomic pointer.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

struct n {
    int v;
    struct n *next;
};
static _Atomic uintptr_t head;
static void *w(void *u)
{
    uintptr_t h = atomic_load(&head);
    struct n *n = (struct n *)(h & ~(uintptr_t)7);
    int tag = h & 7;
    if (n && !(tag & 1))
        atomic_compare_exchange_strong(&head, &h, (uintptr_t)n | 1);
    return u;
}
int main(void)
{
    pthread_t t[2];
    struct n *n = malloc(sizeof *n);
    n->v = 5;
    atomic_store(&head, (uintptr_t)n);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, w, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    uintptr_t h = head;
    assert((h & 7) == 1);
    assert(((struct n *)(h & ~(uintptr_t)7))->v == 5);
    free((void *)(h & ~7ul));
    return 0;
}
