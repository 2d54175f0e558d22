// right: VERIFIED
// wrong: FAILED partial-deadlock
// built by heddle cc
// A thread reads under a lock and joins a writer; wrong: before it releases the lock.  A third one goes on.
#include <pthread.h>
#include <stdatomic.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
pthread_t writer;
atomic_int n;

static void *writes(void *arg)
{
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    return arg;
}

static void *reads(void *arg)
{
    pthread_rwlock_rdlock(&lock);
#ifdef WRONG
    pthread_join(writer, NULL);
    pthread_rwlock_unlock(&lock);
#else
    pthread_rwlock_unlock(&lock);
    pthread_join(writer, NULL);
#endif
    return arg;
}

int main(void)
{
    pthread_t reader;

    pthread_create(&writer, NULL, writes, NULL);
    pthread_create(&reader, NULL, reads, NULL);
    for (;;) {
        n = 1;
        n = 0;
    }
}
