// A thread may be cancelled where it reads, and then it has the lock still.
// mutant: CLOSE_POINT
// closed: FAILED: deadlock
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *reader(void *unused)
{
    char c;

    pthread_mutex_lock(&lock);
    read(0, &c, 1);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, reader, NULL);
    pthread_cancel(t);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
