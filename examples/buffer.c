/* A bounded buffer of one place: one producer, two consumers.  With -DIF the consumers test the
 * condition once instead of in a loop, and one of them takes from an empty buffer. */
#include <assert.h>
#include <pthread.h>

#ifdef IF
#define AWAIT if
#else
#define AWAIT while
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items;

static void *producer(void *arg)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        AWAIT (items == 1)
            pthread_cond_wait(&changed, &lock);
        items++;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *consumer(void *arg)
{
    pthread_mutex_lock(&lock);
    AWAIT (items == 0)
        pthread_cond_wait(&changed, &lock);
    items--;
    assert(items == 0);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t p, c[2];

    pthread_create(&p, NULL, producer, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&c[i], NULL, consumer, NULL);
    pthread_join(p, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(c[i], NULL);
    return 0;
}
