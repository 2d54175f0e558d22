// verdict: FAILED use-after-free :13
// The writer frees the old version at once.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) current;
static int seen;

static void *reader(void *arg)
{
    int *p = current;
    seen = *p;
    return arg;
}

int main(void)
{
    pthread_t t;
    int *old = malloc(sizeof *old), *new = malloc(sizeof *new);
    *old = 1;
    *new = 2;
    current = old;
    pthread_create(&t, NULL, reader, NULL);
    old = atomic_exchange(&current, new);
    free(old);
    pthread_join(t, NULL);
    free(new);
    return 0;
}
