// verdict: FAILED uninitialised
// Memory that a global pointer leads to is there for others before it is set.
#include <pthread.h>
#include <stdlib.h>

struct node {
    int v;
};
static struct node *volatile g;
static int seen;

static void *work(void *arg)
{
    if (g && g->v)
        seen = 1;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    g = malloc(sizeof *g);
    g->v = 1;
    pthread_join(t, NULL);
    return 0;
}
