// verdict: FAILED assertion :14
// The semaphore starts at three where two was meant.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int inside;

static void *work(void *arg)
{
    sem_wait(&s);
    int now = __atomic_add_fetch(&inside, 1, __ATOMIC_SEQ_CST);
    assert(now <= 2);
    __atomic_sub_fetch(&inside, 1, __ATOMIC_SEQ_CST);
    sem_post(&s);
    return arg;
}

int main(void)
{
    pthread_t t[3];
    sem_init(&s, 0, 3);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
