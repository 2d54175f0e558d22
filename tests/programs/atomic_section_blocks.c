// verdict: VERIFIED
// A section that has to wait for a lock lets the holder run.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *arg)
{
    heddle_atomic_begin();
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    heddle_atomic_end();
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, worker, NULL);
    x++;
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    assert(x == 2);
    return 0;
}
