// verdict: VERIFIED
// also: -O2 VERIFIED
// A buffer of two places guarded by counting semaphores.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

enum { SIZE = 2, ITEMS = 3 };
static sem_t empty, full;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ring[SIZE], in, out;

static void *producer(void *arg)
{
    for (int i = 1; i <= ITEMS; i++) {
        sem_wait(&empty);
        pthread_mutex_lock(&m);
        ring[in] = i;
        in = (in + 1) % SIZE;
        pthread_mutex_unlock(&m);
        sem_post(&full);
    }
    return arg;
}

int main(void)
{
    pthread_t t;
    sem_init(&empty, 0, SIZE);
    sem_init(&full, 0, 0);
    pthread_create(&t, NULL, producer, NULL);
    for (int i = 1; i <= ITEMS; i++) {
        sem_wait(&full);
        pthread_mutex_lock(&m);
        int got = ring[out];
        out = (out + 1) % SIZE;
        pthread_mutex_unlock(&m);
        sem_post(&empty);
        assert(got == i);
    }
    pthread_join(t, NULL);
    return 0;
}
