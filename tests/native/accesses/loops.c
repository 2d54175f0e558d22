// Loops that change a lock or a semaphore in each round do not spin; one that gives back what it took does.
// with : VERIFIED / VERIFIED
// with -DPOSTS: FAILED assertion / FAILED assertion
// with -DPASSES_ON: FAILED assertion / FAILED assertion
// with -DTRIES: FAILED assertion / FAILED assertion
// with -DLOCKS: FAILED assertion / FAILED assertion
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static sem_t given, taken;
static atomic_int stop;
static int rounds;

static void *worker(void *arg)
{
#if defined POSTS
    for (int i = 0; i < 20 && !atomic_load(&stop); i++)
        sem_post(&taken);
#elif defined PASSES_ON
    while (!atomic_load(&stop)) {
        sem_wait(&given);
        sem_post(&taken);
    }
#elif defined TRIES
    while (!atomic_load(&stop))
        if (!sem_trywait(&given))
            sem_post(&taken);
#elif defined LOCKS
    pthread_mutex_lock(&m);
    while (!atomic_load(&stop) && rounds < 5) {
        pthread_mutex_lock(&m);
        rounds++;
    }
    for (rounds = 0; pthread_mutex_unlock(&m) == 0; rounds++)
        continue;
#else
    for (int left = 0; !left;) {
        pthread_mutex_lock(&m);
        left = atomic_load(&stop);
        pthread_mutex_unlock(&m);
    }
#endif
    return arg;
}

int main(void)
{
    pthread_t t;
    int value;

    sem_init(&given, 0, 3);
    sem_init(&taken, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
#if defined POSTS || defined TRIES
    sem_wait(&taken);
    sem_wait(&taken);
    assert(0);
#elif defined PASSES_ON
    sem_getvalue(&taken, &value);
    assert(value < 3);
#endif
    atomic_store(&stop, 1);
    sem_post(&given);
    pthread_join(t, NULL);
    value = rounds;
    assert(value < 3);
    return 0;
}
