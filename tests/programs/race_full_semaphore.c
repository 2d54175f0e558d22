// verdict: FAILED data-race
// flags: --races error
// A post finds room only after somebody waited, and that orders nothing.
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>

static int data;
static sem_t full;

static void *waiter(void *arg)
{
    data = 1;
    sem_wait(&full);
    return arg;
}

int main(void)
{
    pthread_t thread;

    sem_init(&full, 0, INT_MAX);
    pthread_create(&thread, NULL, waiter, NULL);
    if (sem_post(&full) == 0)
        data = 2;
    pthread_join(thread, NULL);
    return 0;
}
