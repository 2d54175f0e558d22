// verdict: FAILED deadlock
// The consumer waits for an item while it holds the mutex that the producer needs.
#include <pthread.h>
#include <semaphore.h>

static sem_t empty, full;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int slot;

static void *producer(void *arg)
{
    sem_wait(&empty);
    pthread_mutex_lock(&m);
    slot = 1;
    pthread_mutex_unlock(&m);
    sem_post(&full);
    return arg;
}

int main(void)
{
    pthread_t t;
    sem_init(&empty, 0, 1);
    sem_init(&full, 0, 0);
    pthread_create(&t, NULL, producer, NULL);
    pthread_mutex_lock(&m);
    sem_wait(&full);
    slot = 0;
    pthread_mutex_unlock(&m);
    sem_post(&empty);
    pthread_join(t, NULL);
    return 0;
}
