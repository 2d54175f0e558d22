// right: VERIFIED
// wrong: FAILED deadlock
// A thread cancelled in a wait; the wrong one leaves the mutex locked.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void unlock(void *unused)
{
    pthread_mutex_unlock(&m);
}

static void *waiter(void *unused)
{
    pthread_mutex_lock(&m);
#ifndef WRONG
    pthread_cleanup_push(unlock, NULL);
#endif
    for (;;)
        pthread_cond_wait(&c, &m);
#ifndef WRONG
    pthread_cleanup_pop(1);
#endif
    return unused;
}

int main(void)
{
    pthread_t t;
    void *value;

    pthread_create(&t, NULL, waiter, NULL);
    pthread_cancel(t);
    pthread_join(t, &value);
    assert(value == PTHREAD_CANCELED);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
}
