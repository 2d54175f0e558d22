// verdict: VERIFIED
// Sections nest: the inner end does not end the outer one.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int x, y;

static void add(int *p)
{
    heddle_atomic_begin();
    ++*p;
    heddle_atomic_end();
}

static void *worker(void *arg)
{
    heddle_atomic_begin();
    add(&x);
    add(&y);
    heddle_atomic_end();
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    heddle_atomic_begin();
    assert(x == y);
    heddle_atomic_end();
    pthread_join(t, NULL);
    return 0;
}
