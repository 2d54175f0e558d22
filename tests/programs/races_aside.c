// verdict: FAILED assertion
// also: -DUNLOCKS FAILED assertion
// The child ends before it is cancelled, and main stores after `got` was read.  Meanwhile another thread spins: a step
// that leads back to where it was covers no order of other steps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int stored, got, cancelled;
static atomic_int flag;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *child(void *arg)
{
    *(int *)arg += 2;
    pthread_testcancel();
    return NULL;
}

static void *parent(void *arg)
{
    pthread_t thread;
    int local = 1;
    void *value;

    pthread_create(&thread, NULL, child, &local);
    pthread_cancel(thread);
    pthread_join(thread, &value);
    cancelled = value == PTHREAD_CANCELED;
    got = stored;
    return arg;
}

static void *waits(void *arg)
{
    pthread_mutex_lock(&mutex);
#ifdef UNLOCKS
    pthread_mutex_unlock(&mutex);
#endif
    while (!atomic_load(&flag))
        continue;
    return arg;
}

int main(void)
{
    pthread_t thread[2];

    pthread_create(&thread[0], NULL, waits, NULL);
    pthread_create(&thread[1], NULL, parent, NULL);
    stored = 3;
    atomic_store(&flag, 1);
    pthread_join(thread[0], NULL);
    pthread_join(thread[1], NULL);
    assert(got || cancelled);
    return 0;
}
