// verdict: VERIFIED
// executions: 2
// A thread that holds a lock is created after another one, which goes when the store inside the lock is seen earlier.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int y;
static int seen;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *idle(void *arg)
{
    return arg;
}

static void *holder(void *arg)
{
    pthread_mutex_lock(&m);
    atomic_store(&y, 1);
    assert(!pthread_mutex_unlock(&m));
    return arg;
}

static void *reader(void *arg)
{
    pthread_t t;

    seen = atomic_load(&y);
    pthread_create(&t, NULL, idle, NULL);
    pthread_join(t, NULL);
    return arg;
}

static void *outer(void *arg)
{
    pthread_t t;

    pthread_create(&t, NULL, holder, NULL);
    pthread_join(t, NULL);
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, reader, NULL);
    pthread_create(&t[1], NULL, outer, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(seen == 0 || seen == 1);
    return 0;
}
