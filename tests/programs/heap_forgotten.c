// verdict: VERIFIED
// In one step a thread takes a node out of a box, frees it and forgets the address: nobody reaches
// it any more, though the variable that had the address was made in the same step.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node {
    int value;
};
static _Atomic(struct node *) box;
static atomic_int sent;
static void *two(void *arg)
{
    for (int i = 0; i < 2; i++) {
        struct node *n = atomic_exchange_explicit(&box, NULL, memory_order_acq_rel);
        if (n) {
            n->value += 2;
            free(n);
        }
        atomic_init(&sent, 0);
    }
    return arg;
}
static void *one(void *arg)
{
    struct node *n = malloc(sizeof *n);
    n->value = 2;
    n = atomic_exchange_explicit(&box, n, memory_order_acq_rel);
    if (n)
        free(n);
    return arg;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
