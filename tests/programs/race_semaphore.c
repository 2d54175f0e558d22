// verdict: FAILED data-race
// flags: --races error
// The data is written after the post.
#include <pthread.h>
#include <semaphore.h>

static sem_t full;
static int data;

static void *writer(void *arg)
{
    sem_post(&full);
    data = 1;
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
