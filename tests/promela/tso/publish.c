// The pointer overtakes what was stored behind it before it was known to anybody.
// sc: VERIFIED
// tso: VERIFIED
// pso: FAILED assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    int value;
};
struct node *shared;

static void *writer(void *unused)
{
    struct node *n = calloc(1, sizeof *n);

    n->value = 1;
    shared = n;
    return unused;
}

int main(void)
{
    pthread_t t;
    struct node *n;

    pthread_create(&t, 0, writer, 0);
    n = shared;
    if (n)
        assert(n->value == 1);
    pthread_join(t, 0);
    return 0;
}
