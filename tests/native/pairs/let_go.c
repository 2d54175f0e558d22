// The one that comes last to a barrier may destroy it while the others leave, and a condition may be destroyed as soon
// as all that wait at it were told: both are made anew as something else at once.
// mutant: NATIVE_LET_GO
// right: VERIFIED
// wrong: FAILED in-use
#include <pthread.h>
#include <string.h>

static pthread_barrier_t barrier;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t told = PTHREAD_COND_INITIALIZER;
static int waiting, go;

static void *worker(void *arg)
{
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
        pthread_barrier_destroy(&barrier);
        memset(&barrier, 0, sizeof barrier);
        pthread_mutex_lock((pthread_mutex_t *)&barrier);
    }
    pthread_mutex_lock(&lock);
    waiting++;
    while (!go)
        pthread_cond_wait(&told, &lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_barrier_init(&barrier, NULL, 2);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    go = 1;
#ifdef WRONG
    pthread_cond_signal(&told);
#else
    pthread_cond_broadcast(&told);
#endif
    pthread_cond_destroy(&told);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
