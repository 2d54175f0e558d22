// verdict: VERIFIED
// flags: --leaks
// The writer waits until no reader can hold the old version before it frees it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) current;
static atomic_int readers;

static void *reader(void *arg)
{
    readers++;
    int *p = current;
    int value = *p;
    readers--;
    assert(value == 1 || value == 2);
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
    while (readers)
        ;
    free(old);
    pthread_join(t, NULL);
    free(new);
    return 0;
}
