// verdict: VERIFIED
// flags: --leaks
// Set before the thread exists.
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
    settings = malloc(sizeof *settings);
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    free(settings);
    return 0;
}
