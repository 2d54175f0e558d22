// verdict: FAILED assertion :20
// What a semaphore has may have changed when it is asked for.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *post(void *arg)
{
    sem_post(&s);
    return arg;
}

int main(void)
{
    pthread_t t;
    int value = 0;
    sem_init(&s, 0, 0);
    pthread_create(&t, NULL, post, NULL); sem_getvalue(&s, &value); assert(value == 0);
    pthread_join(t, NULL);
    return 0;
}
