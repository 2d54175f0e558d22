// with -DAGAIN: FAILED use-after-free / FAILED data-race
// with -DAGAIN -DBETWEEN: FAILED use-after-free / FAILED data-race
// with -DAGAIN -DSAFE: VERIFIED / VERIFIED
// with -DSAFE: VERIFIED / VERIFIED
// A block is freed by one thread, which gets it again at once, while another still writes to it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *shared;
static atomic_int between;

static void *taker(void *arg)
{
    struct node *n = shared;

    shared = NULL;
    free(n);
#ifdef BETWEEN
    atomic_exchange(&between, 2);
#endif
#ifdef AGAIN
    struct node *again = malloc(sizeof *again);

    again->value = 2;
    again->next = NULL;
    shared = again;
    again->value = 6;
#endif
    return arg;
}

int main(void)
{
    pthread_t t;
    struct node *n = malloc(sizeof *n);

#ifndef SAFE
    pthread_create(&t, NULL, taker, NULL);
#endif
    n->value = 3;
    n->next = NULL;
    shared = n;
    n->value = 5;
#ifdef SAFE
    pthread_create(&t, NULL, taker, NULL);
#endif
    pthread_join(t, NULL);
    return 0;
}
