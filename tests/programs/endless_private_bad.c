// verdict: FAILED assertion :16
// Beside an endless private computation another thread's defect is found.
#include <assert.h>
#include <pthread.h>

static void *spinner(void *arg)
{
    volatile int local = 0;
    for (;;)
        local = !local;
    return arg;
}

static void *worker(void *arg)
{
    assert(arg);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, spinner, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(b, NULL);
    return 0;
}
