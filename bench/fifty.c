/* A program of fifty lines, as the measure of what starting up costs: a queue of two places, one
 * producer, one consumer. */
#include <assert.h>
#include <pthread.h>

enum { PLACES = 2, ITEMS = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int queue[PLACES], count, first;

static void put(int item)
{
    pthread_mutex_lock(&lock);
    while (count == PLACES)
        pthread_cond_wait(&changed, &lock);
    queue[(first + count++) % PLACES] = item;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

static int take(void)
{
    pthread_mutex_lock(&lock);
    while (count == 0)
        pthread_cond_wait(&changed, &lock);
    int item = queue[first];
    first = (first + 1) % PLACES;
    count--;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return item;
}

static void *producer(void *arg)
{
    for (int i = 0; i < ITEMS; i++)
        put(i);
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, producer, NULL);
    for (int i = 0; i < ITEMS; i++)
        assert(take() == i);
    return pthread_join(t, NULL);
}
