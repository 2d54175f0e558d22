// What nothing reaches any more, and is still there, may point to what only one thread has.
// verdict: VERIFIED
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};
static _Atomic(struct node *) shared;
static atomic_int turns;

static void *work(void *arg)
{
    for (int i = 0; i < 6; i++) {
        struct node *more = malloc(sizeof *more);
        struct node *n = malloc(sizeof *n);

        shared = n;
        n->next = more;
        more->next = NULL;
        shared = NULL;
        n = NULL;
        turns++;
        more->value = 1;
        free(more);
    }
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, work, NULL);
    turns++;
    pthread_join(t, NULL);
    return 0;
}
