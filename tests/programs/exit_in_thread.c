// verdict: VERIFIED
// exit in any thread ends the process, and main, blocked, is no deadlock.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t never;

static void *work(void *arg)
{
    (void)arg;
    exit(0);
}

int main(void)
{
    pthread_t t;
    sem_init(&never, 0, 0);
    pthread_create(&t, NULL, work, NULL);
    sem_wait(&never);
    return 1;
}
