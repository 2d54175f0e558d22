// verdict: VERIFIED
// also: -m32 VERIFIED
// Readers share the lock, hold it twice over, and each unlocks what it locked; a writer is alone.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *work(void *arg)
{
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_rdlock(&l);
    assert(value == 0 || value == 2);
    pthread_rwlock_unlock(&l);
    pthread_rwlock_unlock(&l);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_rwlock_wrlock(&l);
    value++;
    value++;
    pthread_rwlock_unlock(&l);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(pthread_rwlock_destroy(&l) == 0);
    return 0;
}
