// verdict: VERIFIED
// The try forms: readers keep writers out, a writer keeps all out.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t l;

static void *reading(void *arg)
{
    assert(pthread_rwlock_tryrdlock(&l) == 0);
    assert(pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_trywrlock(&l) == EBUSY);
    return arg;
}

static void *writing(void *arg)
{
    assert(pthread_rwlock_tryrdlock(&l) == EBUSY);
    assert(pthread_rwlock_trywrlock(&l) == EBUSY);
    return arg;
}

int main(void)
{
    pthread_t t;
    assert(pthread_rwlock_init(&l, NULL) == 0);
    assert(pthread_rwlock_rdlock(&l) == 0);
    pthread_create(&t, NULL, reading, NULL);
    pthread_join(t, NULL);
    assert(pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_wrlock(&l) == 0);
    pthread_create(&t, NULL, writing, NULL);
    pthread_join(t, NULL);
    assert(pthread_rwlock_unlock(&l) == 0);
    return 0;
}
