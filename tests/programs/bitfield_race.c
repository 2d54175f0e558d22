// verdict: FAILED assertion :22
// Two bit-fields of one word are written by two threads: one write undoes the other.
#include <assert.h>
#include <pthread.h>

static struct {
    unsigned a : 4, b : 4;
} f;

static void *worker(void *arg)
{
    f.a = 5;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    f.b = 6;
    pthread_join(t, NULL);
    assert(f.a == 5 && f.b == 6);
    return 0;
}
