// verdict: VERIFIED
// A buffer of one place, two producers, two consumers, one condition variable, broadcasts.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int slot, full, sum;

static void *producer(void *arg)
{
    pthread_mutex_lock(&m);
    while (full)
        pthread_cond_wait(&c, &m);
    slot = *(int *)arg;
    full = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    return NULL;
}

static void *consumer(void *arg)
{
    pthread_mutex_lock(&m);
    while (!full)
        pthread_cond_wait(&c, &m);
    sum += slot;
    full = 0;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t[4];
    int value[2] = {1, 2};
    pthread_create(&t[0], NULL, producer, &value[0]);
    pthread_create(&t[1], NULL, producer, &value[1]);
    pthread_create(&t[2], NULL, consumer, NULL);
    pthread_create(&t[3], NULL, consumer, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    assert(sum == 3 && !full);
    return 0;
}
