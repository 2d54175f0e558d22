// verdict: FAILED assertion :14
// A pointer taken back from a global is still in another thread's hands.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *slot;

static void *reader(void *arg)
{
    int *p = slot;
    if (p) {
        int a = *p, b = *p;
        assert(a == b);
    }
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
