// verdict: FAILED assertion :18
// One thread runs round and round over what nobody else touches: it must not be all that is explored.
#include <assert.h>
#include <pthread.h>

static int round_, zero;

static void *spinner(void *arg)
{
    for (;;)
        round_ = !round_;
    return arg;
}

static void *worker(void *arg)
{
    zero = 0;
    assert(zero);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, spinner, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
