// verdict: FAILED assertion
// Of three ints the machine copies two in one step, too.
#include <assert.h>
#include <pthread.h>

struct three {
    int x, y, z;
};

static struct three shared;

static void *set(void *unused)
{
    struct three both = {1, 1, 1};

    shared = both;
    return unused;
}

int main(void)
{
    pthread_t t;
    struct three seen;

    pthread_create(&t, 0, set, 0);
    seen = shared;
    assert(seen.x == seen.z);
    pthread_join(t, 0);
    return 0;
}
