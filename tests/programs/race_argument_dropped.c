// verdict: FAILED data-race
// flags: --races error
// What a thread was given stays shared until it starts.  Were it the thread's own once its creator
// has forgotten it, the first step would go on through the read, and would no longer be the same
// before and after the write.
#include <pthread.h>
#include <stdlib.h>

static void *work(void *with)
{
    int *job = with;

    return (void *)(long)*job;
}

int main(void)
{
    pthread_t t;
    int *job = malloc(sizeof *job);

    *job = 1;
    pthread_create(&t, NULL, work, job);
    *job = 2;
    job = NULL;
    pthread_join(t, NULL);
}
