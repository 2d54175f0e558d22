// verdict: FAILED deadlock
// Two resources taken by trylock and a wait that forgets to let go of the first.
#include <pthread.h>
#include <semaphore.h>

static sem_t a, b;

static void *first(void *arg)
{
    sem_wait(&a);
    while (sem_trywait(&b)) {
        sem_wait(&b);
        sem_post(&b);
    }
    sem_post(&b);
    sem_post(&a);
    return arg;
}

static void *second(void *arg)
{
    sem_wait(&b);
    sem_wait(&a);
    sem_post(&a);
    sem_post(&b);
    return arg;
}

int main(void)
{
    pthread_t t[2];
    sem_init(&a, 0, 1);
    sem_init(&b, 0, 1);
    pthread_create(&t[0], NULL, first, NULL);
    pthread_create(&t[1], NULL, second, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
