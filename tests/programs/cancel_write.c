// verdict: FAILED deadlock
// also: -DREADS FAILED deadlock
// also: -DCLOSES FAILED deadlock
// also: -DMASKED VERIFIED
// write, read and close are cancellation points: a thread that is cancelled there keeps its mutex.
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg)
{
    char c = 'x';

#ifdef MASKED
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
#endif
    pthread_mutex_lock(&m);
#if defined READS
    (void)!read(0, &c, 1);
#elif defined CLOSES
    close(0);
#else
    (void)!write(1, &c, 1);
#endif
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, work, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
