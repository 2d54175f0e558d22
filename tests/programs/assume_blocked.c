// verdict: VERIFIED
// A run that is dropped is no deadlock, though another thread waits in it.
#include <heddle.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *worker(void *arg)
{
    heddle_assume(heddle_choose(2));
    sem_post(&s);
    return arg;
}

int main(void)
{
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    sem_wait(&s);
    pthread_join(t, NULL);
    return 0;
}
