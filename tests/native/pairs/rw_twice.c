// Each reader releases the lock as often as it holds it; one does so once too often while another reads.
// mutant: NATIVE_RW_UNLOCK
// right: VERIFIED
// wrong: FAILED unlock
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *arg)
{
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
#ifdef WRONG
    if (arg)
        pthread_rwlock_unlock(&lock);
#endif
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_rwlock_rdlock(&lock);
    pthread_create(&t, NULL, reader, &t);
    reader(NULL);
    pthread_join(t, NULL);
#ifndef WRONG
    pthread_rwlock_unlock(&lock);
#endif
    return 0;
}
