// verdict: FAILED data-race
// flags: --races error
// That a lock is held for writing orders nothing for who asks and goes on without it.
#include <errno.h>
#include <pthread.h>

static int data;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *writer(void *arg)
{
    data = 1;
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, writer, NULL);
    if (pthread_rwlock_tryrdlock(&lock) == EBUSY)
        data = 2;
    else
        pthread_rwlock_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
