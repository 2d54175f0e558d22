/* A buffer with room for SIZE items between one producer and two consumers.
 *
 *     heddle check examples/bounded_buffer.c
 *
 * finds that a consumer takes from an empty buffer: a wait may end without a signal.  With --no-spurious
 * waits end by signals alone, and still it goes wrong: between the signal and the consumer's turn to hold
 * the mutex the other consumer takes the item.  The mended form tests again after it woke:
 *
 *     heddle check -DTEST=while examples/bounded_buffer.c
 */
#include <assert.h>
#include <pthread.h>

#ifndef TEST
#define TEST if
#endif

enum { SIZE = 2, ITEMS = 2 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static int buffer[SIZE], count;

static void *producer(void *arg)
{
    for (int i = 1; i <= ITEMS; i++) {
        pthread_mutex_lock(&mutex);
        TEST (count == SIZE)
            pthread_cond_wait(&not_full, &mutex);
        buffer[count++] = i;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

static void *consumer(void *arg)
{
    pthread_mutex_lock(&mutex);
    TEST (count == 0)
        pthread_cond_wait(&not_empty, &mutex);
    assert(count > 0);
    int item = buffer[--count];
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&mutex);
    assert(item >= 1 && item <= ITEMS);
    return arg;
}

int main(void)
{
    pthread_t p, c[2];
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c[0], NULL, consumer, NULL);
    pthread_create(&c[1], NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c[0], NULL);
    pthread_join(c[1], NULL);
    return 0;
}
