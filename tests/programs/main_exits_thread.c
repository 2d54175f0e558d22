// verdict: FAILED deadlock
// After pthread_exit in main the process waits for its threads, and one is blocked.
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *work(void *arg)
{
    sem_wait(&never);
    return arg;
}

int main(void)
{
    pthread_t t;
    sem_init(&never, 0, 0);
    pthread_create(&t, NULL, work, NULL);
    pthread_exit(NULL);
}
