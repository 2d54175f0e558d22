// verdict: FAILED use-after-free :17
// Another thread frees what this one reads.
#include <pthread.h>
#include <stdlib.h>

static int *shared;

static void *work(void *arg)
{
    free(shared);
    return arg;
}

int main(void)
{
    pthread_t t;
    shared = malloc(sizeof *shared); *shared = 1;
    pthread_create(&t, 0, work, 0); int seen = *shared;
    pthread_join(t, 0);
    return seen;
}
