// Writes of what one invariant reads do not commute, though they are to different variables: only between
// the stores of both threads are both set.
// flag: --invariant=!(x && y)
// verdict: FAILED invariant
// also: -DMENDED VERIFIED
#include <pthread.h>

static volatile int x, y;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *arg)
{
#ifdef MENDED
    pthread_mutex_lock(&lock);
#endif
    x = 1;
    x = 0;
#ifdef MENDED
    pthread_mutex_unlock(&lock);
#endif
    return arg;
}

static void *second(void *arg)
{
#ifdef MENDED
    pthread_mutex_lock(&lock);
#endif
    y = 1;
    y = 0;
#ifdef MENDED
    pthread_mutex_unlock(&lock);
#endif
    return arg;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    (void)lock;
    return 0;
}
