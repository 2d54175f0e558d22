// verdict: FAILED deadlock
// also: -O1 FAILED deadlock
// Three threads wait for each other's end in a circle.
#include <pthread.h>
#include <semaphore.h>

static pthread_t t[3];
static sem_t ready;

static void *work(void *arg)
{
    sem_wait(&ready);
    pthread_join(*(pthread_t *)arg, NULL);
    return NULL;
}

int main(void)
{
    sem_init(&ready, 0, 0);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, &t[(i + 1) % 3]);
    for (int i = 0; i < 3; i++)
        sem_post(&ready);
    pthread_exit(NULL);
}
