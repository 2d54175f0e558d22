// verdict: UNKNOWN what the library keeps for all threads is not supported
// Which thread draws first decides what each draws.
#include <pthread.h>
#include <stdlib.h>

static int drawn[2];

static void *worker(void *arg)
{
    drawn[1] = rand();
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    drawn[0] = rand();
    pthread_join(t, NULL);
    return 0;
}
