// verdict: VERIFIED
// flags: --races error
// A semaphore that starts with one is a lock.
#include <pthread.h>
#include <semaphore.h>

static sem_t room;
static int data;

static void *worker(void *arg)
{
    sem_wait(&room);
    data++;
    sem_post(&room);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&room, 0, 1);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
