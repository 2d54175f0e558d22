// verdict: FAILED assertion :25
// A choice inside a thread is taken in every interleaving.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int x;

static void *worker(void *arg)
{
    if (heddle_choose(2))
        x = x + 1;
    else
        x = x + 10;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x != 11);
    return 0;
}
