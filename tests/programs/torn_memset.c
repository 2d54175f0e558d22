// verdict: FAILED assertion :23
// memset is no single step either.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <string.h>

static long shared[2];

static void *writer(void *arg)
{
    memset(shared, 0xff, sizeof shared);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    heddle_atomic_begin();
    long first = shared[0], last = shared[1];
    heddle_atomic_end();
    assert(first == last);
    pthread_join(t, NULL);
    return 0;
}
