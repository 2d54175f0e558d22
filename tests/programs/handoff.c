// verdict: VERIFIED
// flags: --leaks
// A list is built in one thread, handed over whole, and freed in another.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static _Atomic(struct node *) mailbox;

static void *receiver(void *arg)
{
    struct node *n;
    while (!(n = atomic_exchange(&mailbox, NULL)))
        ;
    int sum = 0;
    while (n) {
        struct node *next = n->next;
        sum += n->value;
        free(n);
        n = next;
    }
    assert(sum == 6);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, receiver, NULL);
    struct node *list = NULL;
    for (int i = 1; i <= 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i;
        n->next = list;
        list = n;
    }
    mailbox = list;
    list = NULL;
    pthread_join(t, NULL);
    return 0;
}
