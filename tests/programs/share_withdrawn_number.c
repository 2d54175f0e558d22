// verdict: FAILED assertion :17
// The same with the pointer kept as a tagged number in a block of the thread's own.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static int *slot;

static void *reader(void *arg)
{
    uintptr_t *own = malloc(sizeof *own);
    *own = (uintptr_t)slot | 1;
    int *p = (int *)(*own - 1);
    if (p) {
        int a = *(int *)(*own - 1), b = *(int *)(*own - 1);
        assert(a == b);
    }
    free(own);
    return arg;
}

int main(void)
{
    pthread_t t;
    int *p = calloc(1, sizeof *p);
    slot = p;
    pthread_create(&t, NULL, reader, NULL);
    slot = NULL;
    *p = 1;
    pthread_join(t, NULL);
    free(p);
    return 0;
}
