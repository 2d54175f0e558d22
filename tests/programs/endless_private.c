// verdict: FAILED hang :28
// also: --allow-hang VERIFIED
// A computation that never ends and touches nothing shared keeps nothing from the others, but who joins it
// hangs.
#include <pthread.h>

static int done;

static void *spinner(void *arg)
{
    for (unsigned i = 0;; i = (i + 1) % 10)
        ;
    return arg;
}

static void *worker(void *arg)
{
    done = 1;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, spinner, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(b, NULL);
    pthread_join(a, NULL);
    return 0;
}
