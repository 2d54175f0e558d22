/* Operations that only look at an object: reports name the call. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static pthread_barrier_t barrier;
static sem_t semaphore;
static int met;

static void *other(void *arg)
{
    sem_post(&semaphore);
    pthread_barrier_wait(&barrier);
    met = 1;
    return arg;
}

int main(void)
{
    pthread_t t;
    int value;

    pthread_barrier_init(&barrier, NULL, 2);
    sem_init(&semaphore, 0, 0);
    pthread_create(&t, NULL, other, NULL);
    sem_getvalue(&semaphore, &value);
    if (fork() == 0)
        _exit(getppid() == 0);
    pthread_barrier_wait(&barrier);
    pthread_join(t, NULL);
    assert(!met);
    return 0;
}
