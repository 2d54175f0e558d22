// verdict: VERIFIED
// Cancellation waits for a cancellation point, and can be switched off.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t asked;
static int reached;

static void *work(void *arg)
{
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    assert(old == PTHREAD_CANCEL_ENABLE);
    sem_wait(&asked);
    pthread_testcancel();
    reached = 1;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
    pthread_testcancel();
    reached = 2;
    return arg;
}

int main(void)
{
    pthread_t t;
    void *result;
    sem_init(&asked, 0, 0);
    pthread_create(&t, NULL, work, NULL);
    pthread_cancel(t);
    sem_post(&asked);
    pthread_join(t, &result);
    assert(reached == 1 && result == PTHREAD_CANCELED);
    return 0;
}
