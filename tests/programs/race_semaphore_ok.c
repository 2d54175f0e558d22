// verdict: VERIFIED
// flags: --races error
// A semaphore hands data over.
#include <pthread.h>
#include <semaphore.h>

static sem_t full;
static int data;

static void *writer(void *arg)
{
    data = 1;
    sem_post(&full);
    return arg;
}

int main(void)
{
    pthread_t a;
    sem_init(&full, 0, 0);
    pthread_create(&a, NULL, writer, NULL);
    sem_wait(&full);
    data++;
    pthread_join(a, NULL);
    return data != 2;
}
