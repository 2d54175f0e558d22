// verdict: FAILED hang
// also: -DMENDED VERIFIED
// What a thread makes for itself in each round hides nothing: it asks for what nobody gives.
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
static sem_t s;
static void *ask(void *arg)
{
    while (sem_trywait(&s)) {
        struct timespec pause = {0, 1000};
        nanosleep(&pause, 0);
    }
    return arg;
}
int main(void)
{
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, ask, 0);
#ifdef MENDED
    sem_post(&s);
#endif
    pthread_join(t, 0);
    return 0;
}
