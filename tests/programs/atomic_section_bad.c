// verdict: FAILED assertion :27
// The section ends too early.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int counter;

static void *worker(void *arg)
{
    heddle_atomic_begin();
    int c = counter;
    heddle_atomic_end();
    heddle_atomic_begin();
    counter = c + 1;
    heddle_atomic_end();
    return arg;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, worker, NULL);
    pthread_create(&t[1], NULL, worker, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(counter == 2);
    return 0;
}
