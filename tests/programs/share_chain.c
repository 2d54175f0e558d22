// verdict: FAILED assertion :18
// Publishing the first node of a list publishes its last.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int v;
};

static struct node *head;

static void *reader(void *arg)
{
    struct node *h = head;
    if (h)
        assert(h->next->next->v == 1);
    return arg;
}

int main(void)
{
    pthread_t t;
    struct node *n[3];
    pthread_create(&t, NULL, reader, NULL);
    for (int i = 0; i < 3; i++) {
        n[i] = calloc(1, sizeof *n[i]);
        n[i]->next = i ? n[i - 1] : NULL;
    }
    head = n[2];
    n[0]->v = 1;
    pthread_join(t, NULL);
    return 0;
}
