// verdict: FAILED deadlock
// A writer waits for a reader, who waits for the mutex that the writer holds.
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t writer = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg)
{
    pthread_mutex_lock(&writer);
    pthread_rwlock_rdlock(&l);
    pthread_mutex_unlock(&writer);
    pthread_mutex_lock(&writer);
    pthread_rwlock_unlock(&l);
    pthread_rwlock_wrlock(&l);
    pthread_mutex_unlock(&writer);
    pthread_rwlock_unlock(&l);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
