// verdict: FAILED destroyed :10
// A semaphore of value 0 is destroyed while a thread is on its way to wait at it.
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *work(void *arg)
{
    sem_wait(&s);
    return arg;
}

int main(void)
{
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, NULL, work, NULL);
    sem_destroy(&s);
    pthread_join(t, NULL);
    return 0;
}
