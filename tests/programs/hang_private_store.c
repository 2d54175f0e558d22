// verdict: FAILED hang
// What a thread is about to store in memory of its own is no change, though it is a step of its own without store
// visibility.  The first thread waits before the other comes to its loop, so that each state there is found from one
// only.  The last one is the one before such a store: the loop comes back to a state behind its first such store.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER, gate = PTHREAD_MUTEX_INITIALIZER;
static sem_t holds;
static atomic_int go;

static void *turn(void *own)
{
    pthread_mutex_lock(&held);
    sem_post(&holds);
    pthread_mutex_lock(&gate);
    while (!go) {
        *(int *)own = 1;
        *(int *)own = 0;
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    int *own = malloc(sizeof *own);

    *own = 2;
    sem_init(&holds, 0, 0);
    pthread_mutex_lock(&gate);
    pthread_create(&t, 0, turn, own);
    own = 0;
    sem_wait(&holds);
    pthread_mutex_unlock(&gate);
    pthread_mutex_lock(&held);
    return 0;
}
