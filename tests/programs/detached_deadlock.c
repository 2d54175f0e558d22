// verdict: FAILED deadlock
// A detached thread that waits for ever counts like any other.
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
    pthread_detach(t);
    pthread_exit(NULL);
}
