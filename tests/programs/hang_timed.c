// verdict: FAILED hang :12
// also: -DMENDED VERIFIED
// A wait that times out again and again.
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
sem_t s;
int flag;
void *w(void *p)
{
    struct timespec t = {0};
    while (sem_timedwait(&s, &t))
        ;
    return p;
}
int main(void)
{
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, w, 0);
#ifdef MENDED
    sem_post(&s);
#endif
    pthread_join(t, 0);
}
