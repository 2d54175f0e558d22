// verdict: VERIFIED
// A recursive mutex may be locked again by its holder, and keeps others out until the last unlock.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static int value;

static void *work(void *arg)
{
    if (pthread_mutex_trylock(&m) == 0) {
        assert(value == 0 || value == 2);
        pthread_mutex_unlock(&m);
    }
    return arg;
}

static void add(int depth)
{
    pthread_mutex_lock(&m);
    value++;
    if (depth)
        add(depth - 1);
    pthread_mutex_unlock(&m);
}

int main(void)
{
    pthread_mutexattr_t a;
    pthread_t t;
    int type;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    assert(pthread_mutexattr_gettype(&a, &type) == 0 && type == PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &a);
    pthread_mutexattr_destroy(&a);
    pthread_create(&t, NULL, work, NULL);
    add(1);
    pthread_join(t, NULL);
    assert(pthread_mutex_destroy(&m) == 0);
    return 0;
}
