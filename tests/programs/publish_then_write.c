// verdict: FAILED uninitialised :17
// The store after the publication is visible: the reader may come before it.
#include <pthread.h>
#include <stdlib.h>

struct node {
    int v;
};

static struct node *head;
static int seen;

static void *reader(void *arg)
{
    struct node *h = head;
    if (h)
        if (h->v == 1)
            seen = 1;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    struct node *n = malloc(sizeof *n);
    head = n;
    n->v = 1;
    pthread_join(t, NULL);
    return 0;
}
