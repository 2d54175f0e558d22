// verdict: VERIFIED
// model: FAILED assertion
// Two ints are copied in one step by the machine, and one by one in the model.
#include <assert.h>
#include <pthread.h>

struct pair {
    int x, y;
};

static struct pair shared;

static void *set(void *unused)
{
    struct pair both = {1, 1};

    shared = both;
    return unused;
}

int main(void)
{
    pthread_t t;
    struct pair seen;

    pthread_create(&t, 0, set, 0);
    seen = shared;
    assert(seen.x == seen.y);
    pthread_join(t, 0);
    return 0;
}
