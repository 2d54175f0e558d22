// verdict: FAILED assertion :30
// also: -DBROADCAST FAILED assertion :30
// Two threads wait: what the first signal woke is not woken again by the second.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cv = PTHREAD_COND_INITIALIZER;
static int left, waiting;

static void *waiter(void *arg)
{
    pthread_mutex_lock(&m);
    waiting++;
    while (left == 0)
        pthread_cond_wait(&cv, &m);
    left--;
    pthread_mutex_unlock(&m);
    return arg;
}

static void wake(void)
{
    pthread_cond_signal(&cv);
#ifdef BROADCAST
    pthread_cond_broadcast(&cv);
#endif
    pthread_cond_signal(&cv);
    pthread_cond_signal(&cv);
    assert(waiting != 2);
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, waiter, 0);
    pthread_create(&b, 0, waiter, 0);
    pthread_mutex_lock(&m);
    left = 2;
    wake();
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
