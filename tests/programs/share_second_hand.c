// verdict: FAILED assertion :18
// A block is stored in a block that became shared earlier.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct box {
    int *p;
};

static struct box *box;

static void *reader(void *arg)
{
    if (box) {
        int *p = box->p;
        if (p)
            assert(*p == 1);
    }
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    struct box *b = calloc(1, sizeof *b);
    box = b;
    int *p = calloc(1, sizeof *p);
    b->p = p;
    *p = 1;
    pthread_join(t, NULL);
    return 0;
}
