// verdict: VERIFIED
// The first reader locks the writers out, the last lets them in.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t room;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int readers, a, b;

static void *reader(void *arg)
{
    pthread_mutex_lock(&m);
    if (++readers == 1)
        sem_wait(&room);
    pthread_mutex_unlock(&m);
    assert(a == b);
    pthread_mutex_lock(&m);
    if (--readers == 0)
        sem_post(&room);
    pthread_mutex_unlock(&m);
    return arg;
}

static void *writer(void *arg)
{
    sem_wait(&room);
    a++;
    b++;
    sem_post(&room);
    return arg;
}

int main(void)
{
    pthread_t t[3];
    sem_init(&room, 0, 1);
    pthread_create(&t[0], NULL, reader, NULL);
    pthread_create(&t[1], NULL, reader, NULL);
    pthread_create(&t[2], NULL, writer, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
