// verdict: FAILED null-pointer :10
// The thread uses what its creator sets only after creating it.
#include <pthread.h>
#include <stdlib.h>

static int *settings;

static void *worker(void *arg)
{
    *settings = 1;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    settings = malloc(sizeof *settings);
    pthread_join(t, NULL);
    free(settings);
    return 0;
}
