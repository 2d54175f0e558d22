// verdict: VERIFIED
// A wait gives a recursive mutex back as often as it was held, and takes it back as often.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m, plain = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *work(void *arg)
{
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_mutexattr_t a;
    pthread_t t;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &a);
    pthread_create(&t, NULL, work, NULL);
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_unlock(&m) == EPERM);
    pthread_mutex_lock(&plain);
    assert(pthread_mutex_trylock(&plain) == EBUSY);
    pthread_mutex_unlock(&plain);
    pthread_join(t, NULL);
    pthread_mutex_destroy(&m);
    return 0;
}
