// verdict: FAILED assertion :27
// A loop over semaphores: each row of the trace names the one that was counted there.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s[3];
static int x;

static void *worker(void *arg)
{
    for (int i = 0; i < 3; i++)
        sem_post(&s[i]);
    x = 1;
    return arg;
}

int main(void)
{
    pthread_t t;

    for (int i = 0; i < 3; i++)
        sem_init(&s[i], 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    for (int i = 0; i < 3; i++)
        sem_wait(&s[i]);
    assert(x == 1);
    pthread_join(t, NULL);
    return 0;
}
