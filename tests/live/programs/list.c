// A list whose nodes come and go; propositions follow its pointers.
// live: VERIFIED: --fair strong --ltl 'F head' --ltl 'F "head && head->value == 1"'
// live: FAILED ltl: --fair weak --ltl 'F head'
// live: FAILED ltl: --ltl 'F head'
// live: FAILED ltl: --fair weak --ltl 'G ("head && head->next" -> F "!head || !head->next")'
// live: VERIFIED: --fair strong --ltl 'G ("head && head->next" -> F "!head || !head->next")'
// live: FAILED ltl: --fair strong --ltl 'GF "head && head->next"'
// live: VERIFIED: --ltl 'G !"head && head->next && head->next->next"'
// live: VERIFIED: --fair strong --ltl 'GF head'
// live: FAILED ltl: --fair strong --ltl 'GF !head'
// live: FAILED use-after-free: -DDANGLING --ltl 'G "!head || head->value"'
// live: VERIFIED: --ltl 'G "!head || head->value"'
// live: FAILED null-pointer: --ltl 'G ("head" -> "head->value")'
#include <pthread.h>
#include <stdlib.h>

static struct node {
    struct node *next;
    int value;
} *head;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void push(void)
{
    struct node *n = malloc(sizeof *n);

    n->value = 1;
    n->next = head;
    head = n;
}

static void pop(void)
{
    struct node *n = head;

#ifdef DANGLING
    struct node *next = n->next;

    free(n);
    head = next;
#else
    head = n->next;
    free(n);
#endif
}

static void *pusher(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&m);
        if (!head || !head->next)
            push();
        pthread_mutex_unlock(&m);
    }
    return arg;
}

static void *popper(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&m);
        if (head)
            pop();
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, pusher, 0);
    pthread_create(&t[1], 0, popper, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
