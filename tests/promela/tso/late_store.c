// A store reaches memory when another thread has freed it already.
// sc: VERIFIED
// tso: VERIFIED
// pso: FAILED use-after-free
#include <pthread.h>
#include <stdlib.h>

struct node {
    int value;
};
struct node *shared;
int done;

static void *writer(void *unused)
{
    shared->value = 1;
    done = 1;
    return unused;
}

int main(void)
{
    pthread_t t;

    shared = malloc(sizeof *shared);
    pthread_create(&t, 0, writer, 0);
    if (done)
        free(shared);
    pthread_join(t, 0);
    return 0;
}
