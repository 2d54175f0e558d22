// verdict: FAILED assertion :19
// A block is published inside a structure that is assigned as a whole.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct box {
    long tag;
    int *p;
    long end;
};

static struct box slot;

static void *reader(void *arg)
{
    int *p = slot.p;
    if (p)
        assert(*p == 1);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    struct box b = {1, calloc(1, sizeof(int)), 2};
    slot = b;
    *b.p = 1;
    pthread_join(t, NULL);
    return 0;
}
