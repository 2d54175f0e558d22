// verdict: VERIFIED
// outcomes: 2
// The same with a semaphore: whoever waits for it may run between the post and the store.
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int x, seen;

static void *waiter(void *arg)
{
    sem_wait(&s);
    seen = x;
    return arg;
}

int main(void)
{
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, NULL, waiter, NULL);
    sem_post(&s);
    x = 1;
    pthread_join(t, NULL);
    return 0;
}
