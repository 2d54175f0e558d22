// verdict: VERIFIED
// A thread's own name, stored by itself, equals the one its creator holds while it lives.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t told, end;
static pthread_t name;

static void *work(void *arg)
{
    name = pthread_self();
    sem_post(&told);
    sem_wait(&end);
    return arg;
}

int main(void)
{
    pthread_t t;
    sem_init(&told, 0, 0);
    sem_init(&end, 0, 0);
    pthread_create(&t, NULL, work, NULL);
    sem_wait(&told);
    assert(pthread_equal(name, t));
    sem_post(&end);
    pthread_join(t, NULL);
    return 0;
}
