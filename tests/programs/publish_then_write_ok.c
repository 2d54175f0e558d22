// verdict: VERIFIED
// Written before it is published.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    int v;
};

static struct node *head;

static void *reader(void *arg)
{
    struct node *h = head;
    if (h)
        assert(h->v == 1);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    struct node *n = malloc(sizeof *n);
    n->v = 1;
    head = n;
    pthread_join(t, NULL);
    return 0;
}
