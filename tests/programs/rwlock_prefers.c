// verdict: UNKNOWN a thread reads twice under a lock that prefers writers
// also: -DSTATIC UNKNOWN a thread reads twice under a lock that prefers writers
// also: -DONCE VERIFIED
// also: -DREADERS VERIFIED
// Where writers are preferred, one that waits for a reader blocks that one when it reads again.  -DONCE: it does not; -DREADERS:
// readers are preferred.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

#ifdef STATIC
static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
#else
static pthread_rwlock_t lock;
#endif
static int n;

static void *reader(void *arg)
{
    pthread_rwlock_rdlock(&lock);
    int seen = n;
#ifndef ONCE
    pthread_rwlock_rdlock(&lock);
    assert(seen == n);
    pthread_rwlock_unlock(&lock);
#endif
    assert(seen == n);
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t;
#ifndef STATIC
    pthread_rwlockattr_t a;

    pthread_rwlockattr_init(&a);
#ifndef READERS
    pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
#endif
    pthread_rwlock_init(&lock, &a);
#endif
    pthread_create(&t, NULL, reader, NULL);
    pthread_rwlock_wrlock(&lock);
    n = 1;
    pthread_rwlock_unlock(&lock);
    pthread_join(t, NULL);
    pthread_rwlock_destroy(&lock);
    return 0;
}
