// verdict: VERIFIED
// flags: --races error
// Who gets the lock, and finds that the writer had it, comes after the writer.
#include <pthread.h>

static int data, written;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *writer(void *arg)
{
    data = 1;
    pthread_rwlock_wrlock(&lock);
    written = 1;
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t thread;
    int seen = 0;

    pthread_create(&thread, NULL, writer, NULL);
    if (pthread_rwlock_tryrdlock(&lock) == 0) {
        seen = written;
        pthread_rwlock_unlock(&lock);
    }
    if (seen)
        data = 2;
    pthread_join(thread, NULL);
    return 0;
}
