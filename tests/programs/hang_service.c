// verdict: VERIFIED
// not: stateless:dpor late:dpor
// Two threads that serve each other for ever, joined by main: they change what others see.
#include <pthread.h>
#include <semaphore.h>
sem_t a, b;
void *w(void *p)
{
    for (;;) {
        sem_wait(&a);
        sem_post(&b);
    }
    return p;
}
void *v(void *p)
{
    for (;;) {
        sem_wait(&b);
        sem_post(&a);
    }
    return p;
}
int main(void)
{
    pthread_t t, u;
    sem_init(&a, 0, 1);
    sem_init(&b, 0, 0);
    pthread_create(&t, 0, w, 0);
    pthread_create(&u, 0, v, 0);
    pthread_join(t, 0);
}
