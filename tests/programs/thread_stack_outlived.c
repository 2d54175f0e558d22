// verdict: FAILED use-after-scope :11
// also: -O2 FAILED use-after-scope :11
// A detached thread writes to a local of the function that started it.
#include <pthread.h>
#include <semaphore.h>

static sem_t done;

static void *work(void *arg)
{
    *(int *)arg = 1;
    sem_post(&done);
    return NULL;
}

static void start(void)
{
    pthread_t t;
    int local = 0;
    pthread_create(&t, NULL, work, &local);
    pthread_detach(t);
}

int main(void)
{
    sem_init(&done, 0, 0);
    start();
    sem_wait(&done);
    return 0;
}
