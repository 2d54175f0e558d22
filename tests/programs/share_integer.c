// verdict: FAILED assertion :14
// A block is published by its address as a number, and written to afterwards.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static uintptr_t slot;

static void *reader(void *arg)
{
    uintptr_t u = slot;
    if (u)
        assert(*(int *)u == 1);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    int *p = calloc(1, sizeof *p);
    slot = (uintptr_t)p;
    *p = 1;
    pthread_join(t, NULL);
    return 0;
}
