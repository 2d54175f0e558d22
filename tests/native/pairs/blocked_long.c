// Main waits for a thread that works: that is no livelock.  A thread that waits for a lock while another takes it again and
// again is.
// right: VERIFIED
// wrong: FAILED livelock
// options: --livelock 20 --search full
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *works(void *arg)
{
    for (int i = 0; i < 15; i++) {
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
    }
    return arg;
}

#ifdef WRONG
static void *holds(void *arg)
{
    static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

    pthread_mutex_lock(&m);
    for (int i = 0; i < 15; i++) {
        pthread_mutex_lock(&other);
        pthread_mutex_unlock(&other);
    }
    pthread_mutex_unlock(&m);
    return arg;
}
#endif

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, works, NULL);
#ifdef WRONG
    pthread_t u;

    pthread_create(&u, NULL, holds, NULL);
    pthread_join(u, NULL);
#endif
    pthread_join(t, NULL);
    return 0;
}
