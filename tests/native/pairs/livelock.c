// right: VERIFIED
// wrong: FAILED livelock
// options: --livelock 12 --no-spurious --search full
// A thread that waits long for the other one.
#include <pthread.h>

#ifdef WRONG
#define ROUNDS 20
#else
#define ROUNDS 2
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;

static void *holder(void *unused)
{
    pthread_mutex_lock(&m);
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&n);
        pthread_mutex_unlock(&n);
    }
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, holder, NULL);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
}
