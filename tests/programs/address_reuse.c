// verdict: VERIFIED
// also: --addresses layout VERIFIED
// also: --addresses layout --layouts 2 FAILED assertion :91
// also: --addresses layout --layout 3 FAILED assertion :91
// also: -DTAGGED --addresses layout --layouts 4 VERIFIED
// also: -DHAZARD --addresses layout --layouts 4 VERIFIED
// also: -DSTALE --addresses layout --layout 2 FAILED use-after-free or assertion
// A stack without locks: a node that was popped and freed comes back from malloc, and the compare-exchange of a thread
// that saw the old one succeeds (ABA).  By default memory never comes back.  A count in the low bits of the pointer
// mends it, and so does keeping a node that another thread announced.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

struct node { struct node *next; int value; };
#ifdef TAGGED
enum { COUNTS = 15 };
#else
enum { COUNTS = 0 };
#endif
static _Atomic uintptr_t top;
static _Atomic(struct node *) announced;
static sem_t looked;
static int popped[3];

static struct node *first_of(uintptr_t head) { return (struct node *)(head & ~(uintptr_t)15); }
static uintptr_t follow(uintptr_t head, struct node *n) { return (uintptr_t)n | ((head + 1) & COUNTS); }

/* One attempt; says when it has looked. */
static struct node *try_pop(sem_t *say)
{
    uintptr_t head = top;
    struct node *n = first_of(head);
    if (!n)
        return 0;
#ifdef STALE
    if (say)
        sem_post(say);
#endif
    struct node *next = n->next;
    announced = say ? n : announced;
#ifndef STALE
    if (say)
        sem_post(say);
#endif
    return atomic_compare_exchange_strong(&top, &head, follow(head, next)) ? n : 0;
}

static void push(int value)
{
    struct node *n = malloc(sizeof *n);
    uintptr_t head = top;
    n->value = value;
    do
        n->next = first_of(head);
    while (!atomic_compare_exchange_strong(&top, &head, follow(head, n)));
}

static void *popper(void *arg)
{
    struct node *n = try_pop(&looked);
    if (n)
        popped[n->value]++;
    return arg;
}

int main(void)
{
    pthread_t t;

    sem_init(&looked, 0, 0);
    push(0);
    push(1);
    pthread_create(&t, 0, popper, 0);
    sem_wait(&looked);
    struct node *a = try_pop(0), *b = try_pop(0);
    if (a && b) {
        popped[a->value]++;
        popped[b->value]++;
#ifdef HAZARD
        if (a != announced)
#endif
            free(a);
        push(2);
    }
    pthread_join(t, 0);
    struct node *rest = first_of(top);
    assert(!rest || !popped[rest->value]);
    return 0;
}
