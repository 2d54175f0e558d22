// Stores to what the thread itself frees are dropped.
// sc: VERIFIED
// tso: VERIFIED
// pso: VERIFIED
#include <pthread.h>
#include <stdlib.h>

struct node {
    int value;
};
int done;

static void *writer(void *unused)
{
    struct node *n = malloc(sizeof *n);

    n->value = 1;
    free(n);
    done = 1;
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, writer, 0);
    pthread_join(t, 0);
    return done - 1;
}
