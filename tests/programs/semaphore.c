// verdict: VERIFIED
// A semaphore of two lets two in, never three; try and getvalue tell the count.
#include <assert.h>
#include <errno.h>
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
    int value;
    sem_init(&s, 0, 2);
    assert(sem_trywait(&s) == 0 && sem_getvalue(&s, &value) == 0 && value == 1);
    assert(sem_trywait(&s) == 0 && sem_trywait(&s) == -1 && errno == EAGAIN);
    sem_post(&s);
    sem_post(&s);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(sem_getvalue(&s, &value) == 0 && value == 2);
    sem_destroy(&s);
    return 0;
}
