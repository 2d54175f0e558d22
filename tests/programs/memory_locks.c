// verdict: VERIFIED
// also: --memory tso VERIFIED
// also: --memory pso VERIFIED
// also: --memory tso --engine bfs VERIFIED
// What is handed over by a lock, a condition, a semaphore or a join is in memory by then.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;
static int x, ready, y, z;

static void *other(void *arg)
{
    pthread_mutex_lock(&m);
    x = 1;
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    y = 1;
    sem_post(&s);
    z = 1;
    return arg;
}

int main(void)
{
    pthread_t t;

    sem_init(&s, 0, 0);
    pthread_create(&t, NULL, other, NULL);
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    assert(x == 1);
    pthread_mutex_unlock(&m);
    sem_wait(&s);
    assert(y == 1);
    pthread_join(t, NULL);
    assert(z == 1);
    return 0;
}
