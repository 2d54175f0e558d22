// verdict: FAILED destroyed :10
// A destroyed semaphore is posted to.
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *work(void *arg)
{
    sem_post(&s);
    return arg;
}

int main(void)
{
    pthread_t t;
    sem_init(&s, 0, 1);
    pthread_create(&t, NULL, work, NULL);
    sem_wait(&s);
    sem_destroy(&s);
    pthread_join(t, NULL);
    return 0;
}
