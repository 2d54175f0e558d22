// verdict: FAILED hang
// also: -DMENDED VERIFIED
// A post to a semaphore that is full changes nothing, and nobody waits at it.
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t full;
static void *post(void *arg)
{
    while (sem_post(&full))
        ;
    return arg;
}
int main(void)
{
    pthread_t t;
    sem_init(&full, 0, INT_MAX);
    pthread_create(&t, 0, post, 0);
#ifdef MENDED
    sem_wait(&full);
#endif
    pthread_join(t, 0);
    return 0;
}
