// A thread is cancelled while it waits for what another took first.
// verdict: FAILED assertion :12
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

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
    pthread_cancel(t);
    pthread_join(t, NULL);
    return 0;
}
