// verdict: FAILED assertion
// The process ends while a thread waits for what another took first; the other way round the assertion fails.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t s;

static void *waits(void *unused)
{
    sem_wait(&s);
    assert(0);
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&s, 0, 1);
    pthread_create(&t, NULL, waits, NULL);
    sem_wait(&s);
    exit(0);
}
