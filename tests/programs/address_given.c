// verdict: VERIFIED
// flags: --addresses layout --layout 2
// also: --layout 3 VERIFIED
// also: -DASK FAILED assertion
// Two threads free and allocate blocks of one size: who gets which depends on the order of all four operations.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static char *first;
static int mine, its;

static void *other(void *block)
{
    free(block);
    char *b = malloc(8);
    its = b == first;
    free(b);
    return 0;
}

int main(void)
{
    pthread_t t;

    first = malloc(8);
    pthread_create(&t, 0, other, malloc(8));
    free(first);
    char *b = malloc(8);
    mine = b == first;
    free(b);
    pthread_join(t, 0);
#ifdef ASK
    assert(!its || mine);
#endif
    return 0;
}
