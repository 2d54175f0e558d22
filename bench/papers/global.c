/* main and a thread each add one to a shared variable: `i++` is a load and a store.
 *   -DMUTEX  both hold a mutex meanwhile
 *   -DWHOLE  the result is read but nothing fails, so that a search sees every state */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifdef WHOLE
#define CHECK(c) ((void)(c))
#else
#define CHECK(c) assert(c)
#endif

static volatile int i = 33;

#ifdef MUTEX
static pthread_mutex_t mutex;
static void make(void)
{
    pthread_mutex_init(&mutex, NULL);
}
static void increment(void)
{
    pthread_mutex_lock(&mutex);
    i++;
    pthread_mutex_unlock(&mutex);
}
#else
static void make(void)
{
}
static void increment(void)
{
    i++;
}
#endif

static void *worker(void *arg)
{
    increment();
    return arg;
}

int main(void)
{
    pthread_t thread;

    make();
    pthread_create(&thread, NULL, worker, NULL);
    increment();
    pthread_join(thread, NULL);
    CHECK(i == 35);
    return i;
}
