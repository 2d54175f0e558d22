// verdict: FAILED assertion :34
// A loop over locks: each row of the trace names the lock that was taken there, not the next one.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mu[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                PTHREAD_MUTEX_INITIALIZER};
static int n;

static void *worker(void *arg)
{
    for (int i = 0; i < 3; i++)
        pthread_mutex_lock(&mu[i]);
    n++;
    for (int i = 0; i < 3; i++)
        pthread_mutex_unlock(&mu[i]);
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, worker, NULL);
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&mu[i]);
        n++;
    }
    for (int i = 3; i-- > 0;)
        pthread_mutex_unlock(&mu[i]);
    if (n == 4)
        n = 40;
    pthread_join(t, NULL);
    assert(n == 4);
    return 0;
}
