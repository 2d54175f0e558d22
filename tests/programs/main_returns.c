// verdict: VERIFIED
// main returning ends the process, though a thread is blocked for ever.
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
    return 0;
}
