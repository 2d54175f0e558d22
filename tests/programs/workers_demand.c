// verdict: FAILED assertion :20
// Only below `first == 0`, in a part that another process explores, is x read: its race with the store to x asks for
// something to be tried from a node above that part.  The process that the part came from never reads x.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, a, y;

static void *store(void *at)
{
    *(atomic_int *)at = 1;
    return 0;
}

static void *look(void *unused)
{
    int first = a, second = y;

    assert(first != 0 || second != 1 || x == 1);
    return unused;
}

int main(void)
{
    pthread_t t[4];

    pthread_create(&t[0], 0, store, &x);
    pthread_create(&t[1], 0, look, 0);
    pthread_create(&t[2], 0, store, &a);
    pthread_create(&t[3], 0, store, &y);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    return 0;
}
