// verdict: VERIFIED
// outcomes: 3
// A choice inside an atomic section does not let others in.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int a, b;

static void *worker(void *arg)
{
    heddle_atomic_begin();
    a += 1 + heddle_choose(2);
    b = a;
    heddle_atomic_end();
    return arg;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, worker, NULL);
    pthread_create(&t[1], NULL, worker, NULL);
    heddle_atomic_begin();
    assert(a == b);
    heddle_atomic_end();
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(a >= 2 && a <= 4 && a == b);
    return 0;
}
