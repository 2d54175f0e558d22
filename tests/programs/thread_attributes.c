// verdict: VERIFIED
// Attributes are kept, and a thread created detached cannot be joined but runs.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t done;

static void *work(void *arg)
{
    sem_post(&done);
    return arg;
}

int main(void)
{
    pthread_attr_t a;
    pthread_t t;
    int state;
    sem_init(&done, 0, 0);
    assert(pthread_attr_init(&a) == 0);
    assert(pthread_attr_getdetachstate(&a, &state) == 0 && state == PTHREAD_CREATE_JOINABLE);
    assert(pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED) == 0);
    assert(pthread_attr_getdetachstate(&a, &state) == 0 && state == PTHREAD_CREATE_DETACHED);
    assert(pthread_attr_setstacksize(&a, 1 << 20) == 0);
    assert(pthread_create(&t, &a, work, NULL) == 0);
    assert(pthread_attr_destroy(&a) == 0);
    sem_wait(&done);
    return 0;
}
