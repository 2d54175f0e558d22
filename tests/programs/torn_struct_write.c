// verdict: FAILED assertion :27
// The assignment of a structure is no single step: a reader that looks at both words at once finds half of it.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

struct pair {
    long a, b;
};

static struct pair shared;

static void *writer(void *arg)
{
    struct pair p = {1, 1};
    shared = p;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    heddle_atomic_begin();
    long a = shared.a, b = shared.b;
    heddle_atomic_end();
    assert(a == b);
    pthread_join(t, NULL);
    return 0;
}
