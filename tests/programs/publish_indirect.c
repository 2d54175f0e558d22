// verdict: FAILED assertion :21
// What is published through a second object, copied by memcpy, is shared as well.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct inner {
    int v;
};
struct outer {
    struct inner *in;
};

static struct outer slot;

static void *reader(void *arg)
{
    struct inner *in = slot.in;
    if (in)
        assert(in->v == 1);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    struct outer *o = malloc(sizeof *o);
    o->in = calloc(1, sizeof *o->in);
    memcpy(&slot, o, sizeof slot);
    o->in->v = 1;
    pthread_join(t, NULL);
    return 0;
}
